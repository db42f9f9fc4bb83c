# src/task/edt_name.c
# A hidden task that waits, and gets another name, is not known any more to its event.
# In depv_near
# With --unwatched
s/ocr_edt_set_hidden_as(t, old.lower);//
