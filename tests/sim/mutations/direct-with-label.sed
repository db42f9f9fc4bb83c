# src/api/edt_calls.c
# A task with a label is made by a call, whoever has that label.
s/!(flags & OCR_API_NAMED) && is_direct(/is_direct(/
