# src/stream/stream.c
# What its task triggers behind PARTITION does not wait for the answer.
# In part_lease
/^waits_for/,/^}/s/(order & OCR_ORDER_TRIGGERS && op->type != OCR_MSG_PARTITION)/0/
