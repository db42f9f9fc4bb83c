# fabric/receive.c
# Who waits for op n goes on when n - 1 is confirmed.
/^run_waiters/,/^}/s/seq <= confirmed)/seq <= confirmed + 1)/
