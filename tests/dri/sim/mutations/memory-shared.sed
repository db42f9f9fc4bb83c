# src/dri/link/buffer.c
# What one set receives into may be the memory of another.
/^is_in_use_locked/,/^}/s/(receives || other->receiver)/receives/
