# src/event/event.c
# Who is told at once comes before the next object of a label that gets free.
# In test_at_once
/^ocr_event_satisfy_at(/,/^}/s/ && !ocr_label_is(g)//
