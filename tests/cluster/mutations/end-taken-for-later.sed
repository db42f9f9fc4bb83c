# fabric/ofi_spare.c
# Who got the end of a connection instead of an answer waits on for one.
# by unit test_spare
/^is_in_vain/,/^}/s/return t->tcpi_bytes_received <= 1;/return false;/
