# src/event/event_deliver.c
# What has fired last is delivered first.
# With --both-ways
s/k = \*ocr_deliveries_pop(&w->fired);/k = w->fired.items[w->fired.first + --w->fired.n];/
