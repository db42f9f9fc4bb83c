# src/stream/order.c
# A task leaves its finish scope before its effects.
/^end_of_task/,/^}/s/? T : 0/? 0 : 0/
