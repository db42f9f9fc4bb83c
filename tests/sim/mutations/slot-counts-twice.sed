# src/task/edt.c
# One slot of a task with many counts twice.
s/^\t\tlast = !--t->unmet;/\t\tt->unmet -= t->unmet > 3 \&\& slot->index == 3;\n&/
