# src/data/home_ops.c
# A block is released by a call though its task's stream owes something.
# With --both-ways
/^ocr_home_put(/,/^}/s/!ocr_direct_ok(s)/!ocr_stream_flows(s) || (s->rt->by_message \&\& s->rt->by_message(s->rt->by_message_arg))/
