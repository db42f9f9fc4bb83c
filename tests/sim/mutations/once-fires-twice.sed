# src/event/event.c
# The waiters of a once event are told twice.
/^tell_all(/,/^}/s/^\ttell_each(rt, f, false);/\tif (f->gone)\n\t\tocr_event_tell(rt, \&f->first.to, f->first.data);\n&/
