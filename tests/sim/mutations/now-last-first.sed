# src/event/event.c
# What waits last for an event is told first, where nothing is kept.
# With --both-ways
/^tell_ours(/,/^}/s/waiter_at(f, i)/waiter_at(f, f->n - 1 - i)/
