# src/dri/meet/meeting.c
# Calls that were answered count as waiting.
# In test_meetings
/^dismiss_locked/,/^}/s/		w->meetings->n_waiting\[g->node\]--;//
