# fabric/session_time.c
# Whose port refuses is dead, though he has just spoken.
# by unit test_session_ended
/^check_end_locked/,/^}/{
	/ops->missed(ss->below/s/ &&$/;/
	/^\t *has_missed_a_pulse_locked(s, now);$/d
}
