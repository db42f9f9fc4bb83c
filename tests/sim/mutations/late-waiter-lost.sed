# src/object/event.c
# A dependence on an event that has fired is forgotten.
/^add_dep(/,/^}/s/now = true;/now = false;/
