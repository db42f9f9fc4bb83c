# src/stream/rider.c
# An op that has to wait for a confirmation rides all the same.
/^may_leave/,/^}/s/(!s->owed.n || ocr_stream_owes_there(s, to))/1/
