# src/task/edt_life.h in src/api/edt_calls.c
# A task that is made of what is at hand is no member of its finish scope.
# In kept
/^ocr_edt_new_at_hand(/,/^}/s/b->scope = scope;/b->scope = NULL;/
