# fabric/session_time.c
# Who was away for a moment gives up those whose packets wait for him.
# by unit test_session
/^check_silence_locked/,/^}/s/is_sure_locked(&s->is_over_doubted, is_over)/is_over/
