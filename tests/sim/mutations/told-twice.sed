# src/event/event.c
# Who is told at once, in an op from elsewhere, is kept as well.
# With --unwatched
/^ocr_event_satisfy_at(/,/^}/s/f\.n && !only, false/f.n, false/
