# src/task/edt_run.c
# A task in a finish scope ends though what it has asked for is under way.
# With --unwatched
/^end_here/,/^}/s/now->stream.owed.n \&\& !scope/now->stream.owed.n/
