# fabric/session_time.c
# Who was away for a moment holds that against those whose packets wait for him.
# by unit test_session
/^is_sure_locked/,/^}/s/is_silent && \*is_doubted;/is_silent;/
