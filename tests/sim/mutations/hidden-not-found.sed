# src/task/edt_name.c
# A task that learns its own GUID is not found by it.
# In nameless
/^ocr_edt_name(/,/^}/s/ocr_names_publish(t->rt, g, t, ocr_edt_apply_parked)/false/
