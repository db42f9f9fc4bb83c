# src/dri/world/world.c
# Who waits hears so when ten seconds are over, and not after.
# In test_meetings
/^look_at_clock_locked/,/^}/s/now <= \*patience/now < *patience/
