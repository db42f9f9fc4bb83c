# src/task/edt_whole.c
# Who waits for the output event of a task that nobody found is not told.
# With --unwatched
/^ocr_edt_whole_tell/,/^}/s/if (!ocr_guid_is_null(waits->dest))/if (!t)/
