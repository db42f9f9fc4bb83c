# fabric/session_time.c
# Who doubts that he should warn gives up at his next look, though he was away.
# by unit test_session
/^check_silence_locked/,/^}/s/is_sure_locked(&s->is_over_doubted, is_over)/is_over \&\& (s->is_long_doubted || &)/
