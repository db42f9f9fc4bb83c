# src/api/copy_calls.c
# A part that there is no memory for is copied, and that waits for other parts.
# In pieces 8
# With --hungry 40
/^take_part(/,/^}/s/case -ENOMEM:/case -EIO:/
