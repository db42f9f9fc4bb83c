# src/api/edt_calls.c
# A task that is made by a call is no member of its finish scope.
# With --both-ways
/^make_here(/,/^}/s/b->scope = enter_here(t);/b->scope = NULL;/
