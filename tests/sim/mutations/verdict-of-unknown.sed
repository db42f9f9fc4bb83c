# src/observe/verdict.c
# A task is told of though there was no memory for the fact that says what it is.
# In test_verdict
/^task_behind(/,/^}/s/is_task(x) ? x : NULL/1 ? x : NULL/
