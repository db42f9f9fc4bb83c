# fabric/ofi_poll.c
# A packet is received into while tasks read what it has brought.
# by stays.sh
/^end(/,/^}/s/if (r->is_held)/if (!r)/
