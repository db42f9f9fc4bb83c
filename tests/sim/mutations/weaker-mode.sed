# src/data/held.c
# A task that has a block in two slots gets it in the weaker mode.
# Found by memory model
/^ocr_held_sort/,/^}/s/^\t\telse if (strength(h->blocks\[i\].mode) >/\t\telse if (strength(h->blocks[i].mode) </
