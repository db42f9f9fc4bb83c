# fabric/session_time.c
# Who is heard lives, whatever does not arrive there.
# by unit test_session_unmoved
/^ocr_session_never_moves/,/^}/s/return ss->c.silence_ms/return ss->c.silence_ms < 0/
