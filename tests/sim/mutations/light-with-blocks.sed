# src/task/edt_run.c
# A task without an output event ends without releasing its blocks.
/^end_body(/,/^}/s/ && !t->held.n//
