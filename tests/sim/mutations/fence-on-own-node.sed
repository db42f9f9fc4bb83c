# src/stream/ledger.c
# An op waits for the node that it goes to, instead of for the others.
/^waits_for/,/^}/s/node != to/node == to/
