# src/event/event.c
# Where nothing is kept, who waits on another node is not told.
/^tell_each(/,/^}/s/^\t\t\tocr_event_tell(rt, w, f->first.data);/\t\t\t(void)(now || (ocr_event_tell(rt, w, f->first.data), true));/
