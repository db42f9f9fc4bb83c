# src/task/edt_run.c
# A task may return an event of a node that there is not.
# In caller
/^is_event(struct/,/^}/s/ocr_owner_of(rt, g) < rt->size/true/
