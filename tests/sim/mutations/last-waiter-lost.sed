# src/event/event.c
# The third waiter of an event is not told.
/^tell_each(/,/^}/s/i < f->n;/i < (f->n == 3 ? 2 : f->n);/
