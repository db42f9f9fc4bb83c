# src/stream/brief.h in src/stream/rider.c
# Who waits by a slot for which there is no room is told by another one.
# In test_briefs
/^ocr_brief_waits/,/^}/s/slot <= UINT8_MAX/1/
