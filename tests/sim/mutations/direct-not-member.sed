# src/task/edt_ops.c
# A task that is made by a call is no member of its finish scope.
# With --both-ways
/^ocr_edt_new(/,/^}/s/ocr_edt_make(s->rt, m, func, scope)/ocr_edt_make(s->rt, m, func, NULL)/
