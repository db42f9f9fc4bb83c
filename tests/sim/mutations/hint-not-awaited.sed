# src/task/ask.c
# Hints of what has not come yet are answered with none.
# In hint_remote
s/return err ? err : -EINPROGRESS;/return err;/
