# src/stream/stream.c
# What belongs to a task whose label was refused is done all the same.
# In test_no_memory
/^ocr_stream_label_done/,/^}/s/^\ts->skip = n;/\t(void)n;/
