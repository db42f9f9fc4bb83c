# fabric/seal.c
# Two numbers have the same pad, so the difference of two sums shows.
# by unit test_seal
/^make_pad(/,/^}/s/^{$/{\
	number \&= ~UINT64_C(1);/
