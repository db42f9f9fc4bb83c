# src/dri/link/link_transfer.c
# Not all processes are among the ways: a message is refused, or for another.
/^place_of/,/^}/s/if (mid < high .*/if (mid < high)/
