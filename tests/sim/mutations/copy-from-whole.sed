# src/api/copy_calls.c
# What cannot be a part is copied from the whole, which waits for its parts.
# In copy_mixed
/^take_part/,/^}/s/if (cut(t, o->source, c->source_offset, c->size, 0,/if (0 \&\& cut(t, o->source, c->source_offset, c->size, 0,/
