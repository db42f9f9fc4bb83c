# src/stream/stream.c
# A task that is untold stays so.
# In exchange
# With --unwatched
/^ocr_stream_tell_all/,/^}/s/ocr_rider_tell(s)/s->untold = NULL/
