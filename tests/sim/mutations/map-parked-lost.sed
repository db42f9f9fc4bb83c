# src/names/mapped.c
# Ops that came before the map had made their object are forgotten.
/^apply_settled/,/^}/s/^\t\tp->apply(rt, obj, from, &c\.op);/\t\t;/
