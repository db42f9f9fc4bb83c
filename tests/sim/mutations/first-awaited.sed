# src/stream/rider.c
# A creation leaves by itself though its output event is asked for next.
# In test_brief
/^ocr_rider_tell_whole/,/^}/s/first && !awaits/first/
