# src/event/event_deliver.c
# What fires is kept though its waiter lives on another node.
/^ocr_event_tell(/,/^}/s/ocr_owner_of(rt, w->dest) != rt->self || //
