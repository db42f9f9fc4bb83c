# src/dri/world/world.c
# Data moves on though a process is lost.
/^take_job_locked/,/^}/s/w->broken ? NULL : w->jobs/w->jobs/
