# src/task/edt.c
# A task waits for itself, as if others brought what it has had at once.
# With --unwatched
/^acquire_reads/,/^}/s/count_read(t, had + 1)/count_read(t, had)/
