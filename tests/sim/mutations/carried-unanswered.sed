# fabric/session_move.c
# Reads of a node that was lost never end.
# In test_session_carry
s/	while ((pc = s->reads)) {/	while ((pc = NULL)) {/
