# guidmap/guidmap.c
# A newborn block ends unknown though somebody has asked for it.
# In test_newborn
/^skip_slowly(/,/^}/s/ocr_slot_state_of(seen) != OCR_SLOT_NEVER ||/false ||/
