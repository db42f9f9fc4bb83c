# fabric/session_carry.c
# The piece of a write is given to two.
# In test_session_carry
/^write_locked/,/^}/s/	return 1;/	pc->next = s->spare_pieces;\n	s->spare_pieces = pc;\n	return 1;/
