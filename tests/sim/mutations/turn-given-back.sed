# src/data/acquire_grant.c
# The turn of a file's range is given back when there is no memory for it.
# In test_turn
/^gives_back(/,/^}/s/ != OCR_GUID_DB/ != OCR_GUID_TEMPLATE/
