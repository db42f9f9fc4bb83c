# src/api/edt_calls.c
# A task of another node is made here.
/func && !n->how && n->owner == t->rt->self/s/ && n->owner == t->rt->self//
