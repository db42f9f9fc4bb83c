# src/reduce/places.c
# What all nodes tell the root is added up as if all were right below it.
# In reduce_order
/^ocr_places_of_all/,/^}/s/p->n = .*;/p->n = t->n;/
