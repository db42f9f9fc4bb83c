# src/event/event.c
# The waiters of a once event are told twice.
/^fire_and_unlock(/,/^}/s/^\tfire(rt, &f);/\tif (gone \&\& f.n)\n\t\tocr_event_tell(rt, \&f.first.to, f.first.data);\n&/
