# src/stream/brief.h in src/event/event.c
# Who waits on another node than the creator's goes into a creation in brief.
# In test_briefs
/^ocr_brief_waits/,/^}/s/(dest.upper & ~placed) == plain.upper/plain.upper != 0/
