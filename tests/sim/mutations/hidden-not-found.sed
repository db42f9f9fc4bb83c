# src/task/edt.c
# A task that learns its own GUID is not found by it.
# In nameless
/^ocr_edt_name(/,/^}/s/ocr_names_publish(t->rt, g, t, apply_parked)/false/
