# src/event/event.c
# A dependence that comes after a counted event has fired is not counted.
/^wait_locked/,/^}/s/ev->count -= counted;/ev->count -= counted \&\& !ev->fired;/
