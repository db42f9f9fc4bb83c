# src/task/pause.c
# What is untold of a task stays so while it waits for a pause.
# In test_untold
/^ocr_pause_begin/,/^}/s/ocr_stream_tell(&t->now->stream);//
