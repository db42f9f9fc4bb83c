# src/api/copy_calls.c
# What cannot be a part is copied from the whole, which waits for its parts.
# In copy_mixed
/^take_part/,/^}/s/switch (cut(/switch (1 || cut(/
