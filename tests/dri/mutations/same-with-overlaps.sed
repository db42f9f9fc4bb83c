# src/dri/shape/plan.c
# Sides that are split alike exchange nothing, though they have overlaps.
/^is_same/,/^}/s/ && s->left == 0 && s->right == 0//
