# src/dri/shape/split.c
# Overlaps that are cut at the end count as whole.
/^ocr_dri_split_even(/,/^}/s/if (inside || s->spec.right_type == DRI_OVERLAP_PAD_TRUNCATE)/if (inside)/
