# src/dri/world/world.c
# Who waits long hears so again and again.
# In test_meetings
/^look_at_clock_locked/,/^}/s/	\*patience = UINT64_MAX;//
