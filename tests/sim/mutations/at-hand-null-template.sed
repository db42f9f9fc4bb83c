# src/sched/worker.c
# A worker that has met no template yet takes NULL_GUID for one that it knows.
# In edt_codes
s/w->last\[i\]\.changes = UINT64_MAX;/w->last[i].changes = 0;/
