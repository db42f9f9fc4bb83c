# src/data/home_directory.c
# A task that wants to share joins one of its node that wants to be alone.
# Found by memory model
/^may_have_locked/,/^}/s/ && !h->exclusive//
