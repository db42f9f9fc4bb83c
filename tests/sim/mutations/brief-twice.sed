# src/stream/brief.h in src/stream/rider.c
# A slot may be satisfied twice with a creation in brief.
# In test_brief
/^ocr_brief_meets/,/^}/s/unmet >> slot & 1/1/
