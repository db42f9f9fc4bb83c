# src/data/acquire_all.c
# A right by which nothing was written is not given back.
# In test_acquire_all
/^give_back/,/^}/s/ocr_right_release(rt, h->db);/;/
