# src/names/answer.c
# A body that waits for an event that is gone is not told.
# In wait_codes
/^ocr_answer_is_refused/,/^}/s/^\t\tocr_answer_tell(rt, d->by/\t\tif (0)\n\t\t\t&/
