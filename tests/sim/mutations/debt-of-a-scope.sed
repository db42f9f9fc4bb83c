# src/task/edt_run.c
# A task in a finish scope ends though what it has asked for is under way.
/^end_here/,/^}/s/(scope || /(/
