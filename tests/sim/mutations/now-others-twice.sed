# src/event/event.c
# Who waits on another node is told as if he were here, too.
/^tell_ours(/,/^}/s/ocr_owner_of(rt, d.to.dest) == rt->self/ocr_owner_of(rt, d.to.dest) < rt->size/
