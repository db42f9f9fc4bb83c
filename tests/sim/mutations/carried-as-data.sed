# fabric/session_out.c
# What leaves again after a break is taken for a packet of those above.
# In test_session_carry
s/	fill_head_locked(s, e, e->kind, e->number);/	fill_head_locked(s, e, e->has_left ? OCR_SESSION_DATA : e->kind, e->number);/
