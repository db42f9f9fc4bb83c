# fabric/ofi_spare.c
# Who waits in vain is told of an end, which libfabric may take for nothing.
# by unit test_spare
s/connect(fd, &nobody, sizeof(nobody)) != 0/fd >= 0/
