# src/names/mapped.c
# A latch of a map is counted down where it should be counted up.
/^settle_satisfy/,/^}/s/\.slot = m\.slot,/.slot = 0,/
