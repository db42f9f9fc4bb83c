# src/stream/rider.h in src/stream/rider.c
# Of two who wait for the output event of a task created in brief, both go into it.
# In test_brief
/^ocr_rider_has_room/,/^}/s/!w->bearer.waits &&//
