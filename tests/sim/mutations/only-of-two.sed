# src/task/edt.c
# A task that needs more blocks begins when it has the first, at rest and here.
# With --unwatched
/^ocr_edt_acquire(/,/^}/s/t->held\.n == 1 && has_only/has_only/
