# src/api/edt_calls.c
# A task without a name has slots, which nobody can find.
# In nameless
/^is_hidden(/,/^}/s/ && !b->depc//
