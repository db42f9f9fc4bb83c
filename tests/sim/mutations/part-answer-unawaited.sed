# src/stream/ledger.c
# What its task triggers behind PARTITION does not wait for the answer.
# In part_lease
/^waits_for/,/^}/s/return order & OCR_ORDER_TRIGGERS/return d->spread \&\& order \& OCR_ORDER_TRIGGERS/
