# src/event/event.c
# What follows from an op comes next, though another is under way.
# With --both-ways
/^ocr_event_satisfy(/,/^}/s/ocr_direct_is_next(s->rt)/true/
