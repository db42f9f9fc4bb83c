# src/reduce/collective.c
# What came before the event was created stays parked.
s/bool again = c->n_parked;/bool again = false;/
