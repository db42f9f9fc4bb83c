# src/data/split.c
# A part that is brought into another block goes where it came from.
# In copy_exchange
/^ocr_split_is_part/,/^}/s/ocr_guid_eq(p->parent, whole)/true/
