# src/task/edt_life.h in src/api/edt_calls.c
# A task is made though there is no memory for it to run in.
# In test_no_memory
/^ocr_edt_new_at_hand(/,/^}/s/ !ocr_edt_has_way(w) ||//
