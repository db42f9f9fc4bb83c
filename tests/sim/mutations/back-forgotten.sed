# src/stream/dispatch.c
# What is given back, and nobody wants, is not taken.
# In exchange
# With --unwatched
/^deliver_push/,/^}/s/(w->back.has, 0)/(0, 0)/
