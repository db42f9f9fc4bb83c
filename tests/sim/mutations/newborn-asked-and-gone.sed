# guidmap/guidmap.c
# A newborn block ends unknown though somebody has asked for it.
# In test_newborn
/^ocr_guidmap_skip(/,/^}/s/state_of(seen) != OCR_SLOT_NEVER ||/false ||/
