# src/data/right.c
# The right goes back to the home while a task writes by it.
/^may_end_locked/,/^}/s/ || f->writers)/)/
