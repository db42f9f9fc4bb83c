# src/event/channel.c
# A channel that needs more room begins where it was in the old one.
/^grow(/,/^}/s/r->first = 0;/r->first = r->first;/
