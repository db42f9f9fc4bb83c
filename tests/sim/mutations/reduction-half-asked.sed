# src/api/collective_calls.c
# A reduction whose creation has failed counts as created.
# In test_no_memory
s/^		ocr_collective_unask(t->rt, m.event);/		code = code + 0;/
