# fabric/session_move.c
# A piece that has taken long is given up when it is cut off for the first time.
# by unit test_session_unmoved
/^cut_off_locked/,/^}/s/pc->tries < TRIES_STUCK || //
