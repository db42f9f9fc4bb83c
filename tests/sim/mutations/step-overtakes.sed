# src/data/acquire.c
# What a task asks for overtakes what its worker has delayed before.
# With --both-ways
/^ocr_acquire(/,/^}/s/follows = ocr_direct_follows(rt)/follows = !(rt->by_message \&\& rt->by_message(rt->by_message_arg))/
