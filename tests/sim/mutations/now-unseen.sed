# src/event/event.c
# An observer does not see that tasks of this node are told.
# With --both-ways
/^tell_each(/,/^}/s/__builtin_expect(rt->observer != NULL, 0)/0/
