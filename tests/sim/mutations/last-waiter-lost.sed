# src/event/event.c
# The third waiter of an event is not told.
/^fire(/,/^}/s/i < f->n;/i < (f->n == 3 ? 2 : f->n);/
