# src/event/event.c
# Where nothing is kept, who waits on another node is not told.
/^tell_others(/,/^}/s/^\t\t\tocr_waiter_tell(rt, w, f->first.data);/\t\t\tcontinue;/
