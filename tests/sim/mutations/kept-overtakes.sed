# src/event/event_deliver.c
# What fires overtakes what its worker has delayed before.
# With --both-ways
/^ocr_event_tell(/,/^}/s/!ocr_direct_follows(rt)/(rt->by_message \&\& rt->by_message(rt->by_message_arg))/
