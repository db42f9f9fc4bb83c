# src/stream/ledger.c
# What a task triggers behind a new map does not wait until all know the map.
/^waits_for/,/^}/s/return order & OCR_ORDER_TRIGGERS/return !d->spread \&\& order \& OCR_ORDER_TRIGGERS/
