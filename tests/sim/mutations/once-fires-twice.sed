# src/event/event.c
# The waiters of a once event are told twice.
/^ocr_event_satisfy_at(/,/^}/s/^\tfire(rt, &f);/\tif (gone)\n\t\tfor (uint32_t i = 0; i < f.n; i++)\n\t\t\tocr_event_tell(rt, \&f.waiters[i], f.data);\n&/
