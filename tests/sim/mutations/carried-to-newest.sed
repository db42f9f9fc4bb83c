# fabric/session_carry.c
# Bytes are for the newest read, not for the oldest.
# In test_session_carry
s/	ocr_session_append_piece(&s->reads, &s->reads_last, pc);/	pc->next = s->reads;\n	s->reads = pc;/
