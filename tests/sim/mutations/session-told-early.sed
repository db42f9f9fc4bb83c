# fabric/session_out.c
# A packet is acknowledged before it has come.
# With --breaks
s/\.acknowledged = taken,/.acknowledged = taken + 1,/
