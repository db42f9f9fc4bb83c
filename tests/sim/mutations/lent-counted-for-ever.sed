# fabric/session_out.c
# Packets that were acknowledged count as lent: none is longer than others after two.
# In test_session
/^put_spare_locked/,/^}/s/count_lent_locked(s, -1U);/;/
