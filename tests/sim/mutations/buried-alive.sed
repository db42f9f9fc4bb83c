# guidmap/guidmap.c
# The GUID of an object that ends stays alive.
/^ocr_guidmap_bury(/,/^}/s/&c->slot\[index_of(g)\], SLOT_DEAD/\&c->slot[index_of(g)], slot_live(g, obj)/
