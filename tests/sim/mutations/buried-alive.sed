# guidmap/guidmap.c
# The GUID of an object that ends stays alive.
/^bury(/,/^}/s/&c->slot\[index\], SLOT_DEAD/\&c->slot[index], slot_live(g, obj)/
