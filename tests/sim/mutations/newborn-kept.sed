# src/data/newborn.c
# A newborn block that was released is told as if the task still had it.
# In newborn
/^publish(/,/^}/s/bool held = !b->released;/bool held = true;/
