# src/task/edt_run.c
# A task that has told nobody ends though its stream owes something.
# In kept
/^end_here(/,/^}/s/!ocr_direct_ok(&now->stream)/!ocr_stream_flows(\&now->stream)/
