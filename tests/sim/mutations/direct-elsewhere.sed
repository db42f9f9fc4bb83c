# src/api/edt_calls.c
# A task of another node is made here.
/^is_direct(/,/^}/s/ && node == t->rt->self//
