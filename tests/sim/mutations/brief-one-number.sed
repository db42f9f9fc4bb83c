# src/api/edt_far.h in src/api/edt_calls.c
# The number of the output event of a task created in brief is free for another.
# In exchange
/^create_brief/,/^}/s/output ? 2 : 1/1/
