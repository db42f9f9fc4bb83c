# src/task/scope.c
# A part of the credit that comes home is lost.
s/s->credit += m->credit;/s->credit += m->credit - 1;/
