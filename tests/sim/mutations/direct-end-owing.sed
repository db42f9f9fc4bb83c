# src/task/edt_run.c
# A task ends by a call though its stream owes something.
# In file_chunks
# With --both-ways
/^submit_end(/,/^}/s/!ocr_direct_ok(&t->now->stream)/!ocr_stream_flows(\&t->now->stream)/
