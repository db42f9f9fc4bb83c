# src/event/event_count.c
# A latch is counted although ops come before that the stream still owes.
# With --unwatched
/^ocr_event_count/,/^}/s/!ocr_stream_flows(s) ||/false ||/
/^ocr_event_count/,/^}/s/(s->owed.n | s->skip | s->ways)/false/
