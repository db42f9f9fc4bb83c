# fabric/session_time.c
# Who confirms nothing for long is given up on one connection, which may be slow.
# by unit test_session_unmoved
/^is_tried_locked/,/^}/s/s->remade >= REMADE_LEAST/now > 0/
