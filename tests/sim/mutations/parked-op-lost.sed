# guidmap/guidmap.c
# Of two ops that came before their object the first is forgotten.
/^apply_list/,/^}/s/^\twhile ((x = oldest)) {/\tif (oldest \&\& oldest->next) {\n\t\tx = oldest;\n\t\toldest = x->next;\n\t\tocr_parked_free(\&m->parked, x);\n\t}\n&/
