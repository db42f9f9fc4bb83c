# src/api/edt_calls.c
# A task without a name has slots, which nobody can find.
# In depv_near
/^is_hidden(/,/^}/s/b->depc == 1 && follows/b->depc == 1/
