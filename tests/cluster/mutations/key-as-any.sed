# fabric/ofi_slab.c
# The keys of memory are 1, 2, 3, as a program would choose that does not think.
/^make_key/,/^}/{
	s/^{$/{\
	static uint64_t last;\
/
	s/return 0;/*key = ++last;\
	return 0;/
}
