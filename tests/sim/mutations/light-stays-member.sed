# src/task/edt_run.c
# A task that has told nobody stays in its finish scope.
# In kept
/^end_here(/,/^}/s/^\tif (!scope) {/\tif (!scope || t->hidden) {/
