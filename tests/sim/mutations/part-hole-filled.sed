# src/data/split.c
# A part is made where another has been destroyed, and is still in use.
# In pieces
/^is_clear_locked/,/^}/s/if (!s->n_doomed)/if (true)/
