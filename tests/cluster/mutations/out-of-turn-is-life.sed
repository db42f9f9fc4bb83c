# fabric/session_in.c
# A packet that is not the next, played again and again, makes a dead node look alive.
# by unit test_session
/^hear_locked/,/^}/s/if (!is_data || h->number == last + 1)/if (h->number > last)/
