# src/event/event.c
# The second increment of a latch counts twice.
s/^\t\tev->count += slot == /\t\tev->count += slot \&\& ev->count == 1;\n&/
