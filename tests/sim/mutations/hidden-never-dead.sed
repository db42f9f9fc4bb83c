# src/task/edt_name.c
# The GUID that a task has learned stays in the map when the task has ended.
# In nameless
# With --strict
/^ocr_edt_name(/,/^}/s/t->hidden = false;//
