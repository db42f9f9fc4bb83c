# src/event/event.c
# A counted event is gone when it has fired and one dependence is missing.
/^is_spent_locked/,/^}/s/!ev->count/ev->count < 2/
