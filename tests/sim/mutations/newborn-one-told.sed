# src/data/newborn.c
# Of several newborn blocks the last one alone is told.
# In newborn
/^ocr_newborn_tell(/,/^}/s/for (i = h->n; i > h->n_sorted; i--)/for (i = h->n - 1; i > h->n; i--)/
