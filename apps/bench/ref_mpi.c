/* SPDX-License-Identifier: BSD-3-Clause */
/* ref_mpi.c - messages between two MPI processes.
 *
 * WHAT is `message` (8 bytes there and back) or `read`: a request of 8 bytes
 * and an answer of BYTES, which is what a program of sends and receives does
 * to get at the data of another process when it wants them.
 */
#include "apps/bench/bench.h"

#include <mpi.h>
#include <stdio.h>

#define WARM_UP 10

static double sample[BENCH_MAX_SAMPLES];

static void
exchange(int rank, char *bytes, int len_bytes)
{
	uint64_t request = 1;

	if (rank == 0) {
		MPI_Send(&request, sizeof(request), MPI_BYTE, 1, 0,
			 MPI_COMM_WORLD);
		MPI_Recv(bytes, len_bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD,
			 MPI_STATUS_IGNORE);
	} else {
		MPI_Recv(&request, sizeof(request), MPI_BYTE, 0, 0,
			 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Send(bytes, len_bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
	}
}

int
main(int argc, char **argv)
{
	struct bench_args args;
	unsigned samples;
	uint64_t len_bytes;
	int rank, size;
	char *bytes;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (size != 2 || bench_parse(&args, argc - 1, argv + 1) ||
	    (strcmp(args.what, "message") != 0 &&
	     (strcmp(args.what, "read") != 0 || args.size_bytes == 0 ||
	      args.size_bytes > INT32_MAX))) {
		fprintf(stderr,
			"usage: mpirun -n 2 %s message|read BYTES [--quick]\n",
			argv[0]);
		MPI_Abort(MPI_COMM_WORLD, 2);
		return 2;
	}
	len_bytes = args.size_bytes ? args.size_bytes : 8;
	samples = args.quick		 ? 3
		  : len_bytes <= 65536	 ? 2000
		  : len_bytes <= 1 << 20 ? 160
					 : 40;
	bytes = malloc(len_bytes);
	if (!bytes)
		MPI_Abort(MPI_COMM_WORLD, 1);
	memset(bytes, 1, len_bytes);
	for (unsigned i = 0; i < WARM_UP + samples; i++) {
		uint64_t start_ns = bench_now_ns();

		exchange(rank, bytes, (int)len_bytes);
		sample[i] = (double)(bench_now_ns() - start_ns) / 1e3;
	}
	if (rank == 0)
		printf(BENCH_LINE, bench_median(sample + WARM_UP, samples),
		       "us");
	free(bytes);
	MPI_Finalize();
	return 0;
}
