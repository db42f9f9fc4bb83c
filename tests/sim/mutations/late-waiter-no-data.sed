# src/event/event.c
# A dependence on an event that has fired brings no block.
/^depend(/,/^}/s/l->data = ev->data;/(void)0;/
