# src/data/acquire_all.c
# Of several blocks that are to be written those stay that could be had.
# In test_acquire_all
/^ocr_acquire_all/,/^}/s/give_back(rt, &blocks\[i\]);/(void)give_back;/
