# guidmap/guidmap.c
# The GUID of an object that ends stays alive.
/^ocr_guidmap_bury(/,/^}/s/!change(&c->slot\[index_of(g)\], &live, SLOT_DEAD)/!live/
