# src/task/edt.c
# A hidden task asks for its block without a name by which it is answered.
# In depv_near
/^ocr_edt_acquire(/,/^}/s/t->hidden && !become_known(t)/false/
