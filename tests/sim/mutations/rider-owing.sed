# src/stream/rider.c
# An op that has to wait for a confirmation rides all the same.
/^ocr_rider_ride/,/^}/s/(s->owed.n && !ocr_stream_owes_there(s, to))/0/
