# src/data/home_ops.c
# The next block of a label is created below the lock of the last.
# In test_label_next
/^ocr_home_end_doomed/,/^}/{s/ocr_delay_begin();.*//;s/ocr_delay_end(rt);//;}
