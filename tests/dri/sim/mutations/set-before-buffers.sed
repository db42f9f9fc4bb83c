# src/dri/link/buffer.c
# The memory of a set goes though a call has one of its buffers, and asks it.
/^destroy_set/,/^}/s/^	leave_set(set);/	free(set->buffers);\
	free(set->at);\
	__builtin_memset(set, 255, sizeof(*set));\
	free(set);/
/^leave_set/,/^}/s/^	if (atomic/	if ((void)set, 1)\
		return;\
&/
