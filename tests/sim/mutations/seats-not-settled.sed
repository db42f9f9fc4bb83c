# src/task/scope.c
# A worker that has nothing to do forgets the seats that it has.
/^ocr_scope_settle(/,/^}/s/^\t\tleave(w->rt, s, n);/\t\t(void)s;/
