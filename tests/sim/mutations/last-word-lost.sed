# src/data/acquire_grant.c
# The last word does not come along with a grant.
# Found by memory model
/^make_locked/,/^}/s/memcpy(c->data, m->bytes, m->size);/memcpy(c->data, m->bytes, m->size - 8);/
