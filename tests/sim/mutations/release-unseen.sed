# src/stream/order.c
# What comes after a release does not wait for it.
/^\tdefault:/,/^}/s/return T | S;/return T;/
