# fabric/ofi_spare.c
# A knock is taken for a connection, and shut down where descriptors are short.
# by unit test_spare
s/return p->knock.fd != fd;/return true;/
