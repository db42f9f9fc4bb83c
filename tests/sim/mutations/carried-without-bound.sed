# fabric/session_carry.c
# Who asks and takes nothing fills the memory of who answers.
# In test_session_carry
s/	if (s->n_kept >= KEPT_MOST) {/	if (0 \&\& s->n_kept >= KEPT_MOST) {/
