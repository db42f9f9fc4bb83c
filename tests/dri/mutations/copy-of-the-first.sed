# src/dri/shape/plan.c
# Each receiver has the copies of all senders.
/^takes_copies(/,/^}/s/return false;/continue;/
