# src/task/scope.h in src/api/edt_calls.c
# A task that joins a scope of few members is not counted there.
# In kept
/^ocr_scope_slip_in(/,/^}/s/&s->live, 1,/\&s->live, 0,/
