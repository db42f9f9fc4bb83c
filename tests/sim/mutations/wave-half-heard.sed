# src/observe/quiet.c
# A node answers a wave without those below it.
/^leave_wave/,/^}/s/all = !q->missing;/all = true;/
