# src/dri/shape/split.c
# Blocks whose left overlap is beyond the begin are like the others.
/^ocr_dri_split_even(/,/^}/s/out->first = div_up(s->left, s->big);/out->first = s->left \/ s->big;/
