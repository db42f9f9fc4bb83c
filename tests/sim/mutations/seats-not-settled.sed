# src/task/scope.c
# A worker that has nothing to do forgets the seats that it has.
/^ocr_scope_settle(/,/^}/s/^\tleave(w->rt, s, n);/\t(void)s;/
