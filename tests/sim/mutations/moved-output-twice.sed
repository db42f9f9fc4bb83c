# src/task/share.c
# A task that goes satisfies its output event here as well.
# In random
/^empty/,/^}/s/t->output = NULL_GUID;/;/
