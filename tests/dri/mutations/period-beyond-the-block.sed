# src/dri/shape/cross.c
# What repeats goes on in the next block of the sender.
/^find_periods(/,/^}/s/(end - at) \/ even->turn/even->end/
