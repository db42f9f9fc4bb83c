# src/data/starved.c
# A grant that is put aside keeps its right, and YIELD has passed it.
# In test_hungry
s/(OCR_GRANT_LEASE | OCR_GRANT_KEEP)/OCR_GRANT_LEASE/
