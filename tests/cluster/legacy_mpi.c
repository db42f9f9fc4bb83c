/* SPDX-License-Identifier: BSD-3-Clause */
/* legacy_mpi.c - an MPI program that runs a part of its work as tasks, between
 * calls of MPI, three times.  The processes of MPI are the nodes of OCR, in the
 * same order.
 */
#include "tests/cluster/legacy.h"

#include <mpi.h>

#define ROUNDS 3

/* On any node: adds to the sum, alone with it. */
TASK(add)
{
	*(int *)depv[0].ptr += (int)paramv[0];
	return NULL_GUID;
}

/* Returns 1 + 2 + ... + paramv[0], summed up by tasks on all nodes. */
TASK(sum_up)
{
	ocrGuid_t block;
	int *sum;

	EXPECT(!ocrDbCreate(&block, (void **)&sum, sizeof(*sum), DB_PROP_NONE,
			    NULL_HINT, NO_ALLOC));
	*sum = 0;
	EXPECT(!ocrDbRelease(block));
	for (u64 i = 1; i <= paramv[0]; i++)
		EXPECT(!ocrAddDependence(block, start(add, i, 1, &i, 1, 0), 0,
					 DB_MODE_EW));
	return block;
}

/* By tasks, outside of MPI. */
static int
sum_of(u64 n)
{
	ocrGuid_t handle = spawn(sum_up, 1, &n, 0, NULL), block;
	void *bytes;
	int sum;

	EXPECT(!ocrLegacyBlockProgress(handle, &block, &bytes, NULL,
				       LEGACY_PROP_NONE));
	sum = *(const int *)bytes;
	EXPECT(!ocrDbDestroy(block));
	EXPECT(!ocrEventDestroy(handle));
	return sum;
}

int
main(int argc, char **argv)
{
	int rank, size, mine, all, want;

	EXPECT(!MPI_Init(&argc, &argv));
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	ocrParseArgs(argc, (const char **)argv, &config);
	for (int round = 0; round < ROUNDS; round++) {
		init();
		EXPECT(this_node() == (u64)rank && n_nodes() == (u64)size);
		mine = sum_of((u64)(rank + round));
		MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
		want = 0;
		for (int n = round; n < size + round; n++)
			want += n * (n + 1) / 2;
		EXPECT(all == want);
		EXPECT(!finalize(false));
	}
	MPI_Finalize();
	if (!rank)
		PRINTF("%d processes, %d rounds\n", size, ROUNDS);
	return 0;
}
