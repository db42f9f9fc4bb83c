# src/task/edt_make.c
# A slot that was satisfied with the creation is still counted.
# With --unwatched
/^take_riders/,/^}/s/t->unmet--;/;/
