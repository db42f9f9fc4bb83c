# fabric/session_carry.c
# Reads and writes go past the end of a node's memory.
# In test_session_carry
s/r->offset > all - r->len_bytes/r->offset > all/
