# src/data/push.c
# Of the bytes that it is sent a home takes half.
/^keep_locked/,/^}/s/m->bytes, m->size/m->bytes, m->size \/ 2/
