# src/stream/order.c
# Latches may be counted down before they were counted up.
/^satisfaction(/,/^}/s/return .*/return T;/
