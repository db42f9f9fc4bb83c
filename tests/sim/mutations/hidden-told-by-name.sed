# src/names/waiter.c
# What follows an event by messages is sent to the name that nobody knows.
# In depv_near
/^ocr_waiter_tell(/,/^}/s/known = ocr_waiter_known(rt, w)/known = ocr_waiter_of(w->dest, 0, DB_DEFAULT_MODE)/
