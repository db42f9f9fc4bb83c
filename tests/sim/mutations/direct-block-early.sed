# src/data/home_ops.c
# A block is destroyed by a call though its task's stream waits or owes.
# With --both-ways
/^ocr_home_destroy(/,/^}/s/ || !ocr_direct_ok(s))/ || (s->rt->by_message \&\& s->rt->by_message(s->rt->by_message_arg)))/
