# labeled/labels.c
# Ops that came before their object are applied in the opposite order.
/^append_locked/,/^}/{
s/^\tx->next = NULL;/\tx->next = list->first;/
s/^\t\*list->end = x;/\tif (!list->first)\n\t\tlist->end = \&x->next;/
s/^\tlist->end = &x->next;/\tlist->first = x;/
}
