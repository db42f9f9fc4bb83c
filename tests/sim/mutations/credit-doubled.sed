# src/task/scope.c
# Who gives credit keeps it as well.
s/s->credit -= \*credit;/;/
