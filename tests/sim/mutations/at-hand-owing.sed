# src/api/edt_at_hand.h in src/api/edt_calls.c
# A task is made of what is at hand though the stream owes something.
# In kept
/^create_at_hand(/,/^}/s/!(watched ? ocr_direct_flows(s) : ocr_direct_is_clear(s))/!ocr_stream_flows(s)/
