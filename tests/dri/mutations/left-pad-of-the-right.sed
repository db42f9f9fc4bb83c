# src/dri/shape/plan.c
# What is left of a block is looked for as far as its right pad goes.
/^send_range(/,/^}/s/smaller(spec->left,/smaller(spec->right,/
