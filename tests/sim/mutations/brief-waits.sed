# src/stream/rider.c
# Of two who wait for the output event of a task created in brief, both go into it.
# In test_brief
/^ride_brief/,/^}/s/w->bearer.waits ||/0 ||/
