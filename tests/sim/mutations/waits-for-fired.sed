# src/event/event.c
# Who follows an event that has fired waits in vain.
/^follow(/,/^}/s/r | (rt->observer != NULL)/r < 0/
