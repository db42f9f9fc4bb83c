# src/api/edt_calls.c
# A task with a label is made by a call, whoever has that label.
/func && !n->how && n->owner == t->rt->self/s/ && !n->how//
