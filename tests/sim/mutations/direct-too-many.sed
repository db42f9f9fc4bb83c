# src/task/edt_ops.c
# A call makes room for as many slots as it is told, which a message refuses.
# In edt_codes
s/ || m->depc > MAX_DEPC)$/)/
