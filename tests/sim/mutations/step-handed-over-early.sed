# src/data/acquire.c
# A block that becomes free overtakes what its worker has delayed before.
# With --both-ways
/^keep_step(/,/^}/s/!ocr_direct_follows(rt)/(rt->by_message \&\& rt->by_message(rt->by_message_arg))/
