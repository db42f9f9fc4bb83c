# fabric/session_time.c
# Connections before a silence count against who is heard again on the last one.
# by unit test_session_unmoved
/^note_silence_locked/,/^}/{
	/s->remade = 0;/d
	/if (s->was_silent/d
}
