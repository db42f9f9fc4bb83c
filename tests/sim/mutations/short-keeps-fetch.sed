# src/data/acquire_grant.c
# A reader who has no memory for what he is to fetch does not give it back.
# In test_hungry
/^gives_back(/,/^}/s/OCR_GRANT_FETCH/OCR_GRANT_AGAIN/
