# src/stream/order.c
# An event may be satisfied before what came first was done.
/^satisfaction(/,/^}/s/return BOTH/return S/
