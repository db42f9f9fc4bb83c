# src/task/edt.c
# A task runs when the first block to read is here.
s/go_on = !is_read(b->mode) || !--t->pending;/go_on = true, t->pending--;/
