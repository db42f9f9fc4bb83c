# src/stream/ledger.c
# Three nodes are taken for two, between which nothing overtakes.
/^is_in_order/,/^}/s/size == 2/size <= 3/
