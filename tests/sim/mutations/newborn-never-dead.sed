# src/data/newborn.c
# The GUID of a newborn block that was destroyed stays one to wait for.
# In newborn
/^ocr_newborn_end(/,/^}/s/!ocr_guidmap_skip(rt->guids, b->db, &ocr_self->dead)/false/
