# fabric/session_in.c
# A connection that is made again counts as if something had arrived.
# by unit test_session_unmoved
/^work_again_locked/,/^}/s/^	ocr_session_rewind_locked(s);/	ocr_session_begin_to_wait_locked(ss, s);\n&/
