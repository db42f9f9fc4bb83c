# src/event/event.c
# A dependence on an event that has fired is forgotten.
/^wait_locked(/,/^}/s/return ev->fired;/return 0;/
