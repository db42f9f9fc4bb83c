# fabric/session_time.c
# A link that was down is judged before what waits could be confirmed.
# by unit test_session_unmoved
/^is_tried_locked/,/^}/s/now >= s->worked_ms + PULSE_MS/now > 0/
