# src/task/scope.h in src/task/edt_run.c
# A member that leaves its seat to the worker leaves two.
/^ocr_scope_leave(/,/^}/s/&w->seats.n, n + 1,/\&w->seats.n, n + 1 + (n == 2),/
