# src/event/event.c
# What has fired last is delivered first.
# With --both-ways
s/d = ocr_deliveries_pop(&w->fired);/d = w->fired.items[w->fired.first + --w->fired.n];/
