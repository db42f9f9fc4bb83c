# src/task/share.c
# The slots of a task that goes have no mode there.
# In random
/^submit_slot/,/^}/s/\.mode = (uint32_t)d->mode,/.mode = DB_MODE_NULL,/
