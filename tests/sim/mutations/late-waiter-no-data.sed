# src/event/event.c
# A dependence on an event that has fired brings no block.
/^add_dep(/,/^}/s/data = ev->data;/data = NULL_GUID;/
