# src/data/split.c
# A part that is brought elsewhere goes where it came from.
# In copy_exchange
/^ocr_split_is_part/,/^}/s/at == p->offset + offset/true/
