# src/stream/order.c
# An event may be satisfied before what came first was done.
/^satisfaction/,/^}/s/? T$/? 0/
/^satisfaction/,/^}/s/: T | S;/: S;/
