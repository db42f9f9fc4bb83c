# src/api/copy_calls.c
# A part that there is no memory for is copied, and that waits for other parts.
# In test_no_part
/^take_part(/,/^}/s/case -ENOMEM:/case -EIO:/
