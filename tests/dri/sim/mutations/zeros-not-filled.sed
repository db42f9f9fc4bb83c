# src/dri/call/exchange.c
# What nobody sends is not filled.
/^complete/,/^}/s/for (int i = 0; i < l->type.parts; i++)/for (int i = 1; i < l->type.parts; i++)/
