# src/stream/direct.h in src/task/edt_run.c
# A task ends before the answers that its stream waits for.
/^ocr_direct_ends/,/^}/s/== OCR_NODE_NONE)/== OCR_NODE_NONE - 1)/
