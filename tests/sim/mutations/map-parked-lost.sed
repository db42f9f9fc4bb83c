# src/names/mapped.c
# Ops that came before the map had made their object are forgotten.
/^apply_settled/,/^}/s/^\t\tocr_names_apply_own(b, obj, from, &c\.op);/\t\t;/
