# src/stream/direct.h in src/event/event.c
# Who is told of an event at once comes before what is kept or delayed.
# In test_at_once
/^ocr_direct_is_last(/,/^}/s/ && !w->follows//
