# fabric/session_time.c
# Who has heard of the end of the job first, and is gone, is taken for dead.
# by unit test_session_ended
/others_leave/s/if (.*/if (false)/
