# src/dri/world.c
# Data moves on though a process is lost.
/^run_one/,/^}/s/w->broken ? NULL : w->jobs/w->jobs/
