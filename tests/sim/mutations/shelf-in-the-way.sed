# fabric/memory.c
# Who needs memory does not get what lies ready.
# In test_shelf
/^purge_all(/,/^}/s/while ((p = ocr_shelf_take_any.*/while ((p = NULL) != NULL)/
