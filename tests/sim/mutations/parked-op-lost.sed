# guidmap/guidmap.c
# Of two ops that came before their object the first is forgotten.
/^apply_list/,/^}/s/^\twhile ((x = oldest)) {/\tif (oldest \&\& oldest->next) {\n\t\tx = oldest;\n\t\toldest = x->next;\n\t\tfree(x);\n\t\tatomic_fetch_sub_explicit(\&m->parked, 1, memory_order_relaxed);\n\t}\n&/
