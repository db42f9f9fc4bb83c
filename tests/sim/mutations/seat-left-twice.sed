# src/task/scope.c
# A member that leaves its seat to the worker leaves two.
/^ocr_scope_leave(/,/^}/s/set_seats(w, s, n + 1)/set_seats(w, s, n + 1 + (n == 2))/
