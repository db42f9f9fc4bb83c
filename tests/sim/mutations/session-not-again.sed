# fabric/session_out.c
# What was lost with a connection does not leave again.
# With --breaks
/^ocr_session_rewind_locked/,/^}/s/s->to_leave = s->first;/(void)s;/
