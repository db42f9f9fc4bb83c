# fabric/session_time.c
# Who may leave, because the job ends, is taken for dead once his port is closed.
# by unit test_session_ended
/^is_missed_locked/,/^}/s/ || is_quiet(ss)//
