# src/observe/fault.c
# Of threads that fault at the same time each one reports.
# by crash.sh
/^on_signal(/,/^}/s/if (atomic_compare_exchange_strong_explicit(/if (true || atomic_compare_exchange_strong_explicit(/
