# guidmap/guidmap.c
# The GUID of an object that ends stays alive.
/^ocr_guidmap_bury(/,/^}/s/&c->slot\[index\], SLOT_DEAD/\&c->slot[index], slot_live(g, obj)/
