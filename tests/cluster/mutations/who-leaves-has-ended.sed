# fabric/session_time.c
# Who may leave, because the job ends, is taken for dead once his port is closed.
# by unit test_session_ended
/others_leave/s/if (.*/if (false)/
