/* SPDX-License-Identifier: BSD-3-Clause */
/* mpi.c - messages between two MPI processes, and sums over any number.
 *
 * WHAT is `message` (8 bytes there and back; 50 times between two looks at the
 * clock, as ocr/remote and ocr/channel) or `read`: a request of 8 bytes and an
 * answer of BYTES, which is what a program of sends and receives does to get at
 * the data of another process when it wants them.  Or `allreduce`: a double of
 * each process, added up on all.  Or `bcast`: BYTES of the first process for all
 * others, until it knows that all have them, per process.  Or `start`: the time from the
 * command that starts the job until all have met in a barrier.
 */
#include "apps/bench/bench.h"

#include <mpi.h>
#include <stdio.h>

#define WARM_UP 10
/* Of one sample. */
#define TRIPS	50
#define SUMS	10

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

/* One sample of any kind. */
static void
run(const struct bench_args *a, unsigned times, int rank, char *bytes,
    int len_bytes)
{
	bool adds = strcmp(a->what, "allreduce") == 0;
	double mine = rank, sum;

	if (strcmp(a->what, "bcast") == 0) {
		MPI_Bcast(bytes, len_bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
		MPI_Barrier(MPI_COMM_WORLD);
		return;
	}
	for (unsigned i = 0; i < times; i++) {
		if (adds)
			MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM,
				      MPI_COMM_WORLD);
		else
			exchange(rank, bytes, len_bytes);
	}
}

static unsigned
times_of(const struct bench_args *a)
{
	if (strcmp(a->what, "allreduce") == 0)
		return SUMS;
	return strcmp(a->what, "message") == 0 ? TRIPS : 1;
}

static bool
is_possible(const struct bench_args *a, int size)
{
	if (strcmp(a->what, "allreduce") == 0 || strcmp(a->what, "start") == 0)
		return true;
	if (strcmp(a->what, "message") == 0)
		return size == 2;
	return a->size_bytes && a->size_bytes <= INT32_MAX &&
	       (strcmp(a->what, "read") == 0 ? size == 2
					     : strcmp(a->what, "bcast") == 0 &&
						       size >= 2);
}

int
main(int argc, char **argv)
{
	struct bench_args args;
	unsigned samples, times, parts; /* of a sample */
	uint64_t len_bytes;
	int rank, size;
	char *bytes;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (bench_parse(&args, argc - 1, argv + 1) ||
	    !is_possible(&args, size)) {
		fprintf(stderr,
			"usage: mpirun -n 2 %s message|read BYTES [--quick]\n"
			"       mpirun -n N %s allreduce|start|bcast BYTES "
			"[--quick]\n",
			argv[0], argv[0]);
		MPI_Abort(MPI_COMM_WORLD, 2);
		return 2;
	}
	if (strcmp(args.what, "start") == 0) {
		MPI_Barrier(MPI_COMM_WORLD);
		if (rank == 0)
			printf(BENCH_LINE, bench_since_start_ms(), "ms");
		MPI_Finalize();
		return 0;
	}
	len_bytes = args.size_bytes ? args.size_bytes : 8;
	times = times_of(&args);
	/* For bcast, who has got it. */
	parts = strcmp(args.what, "bcast") == 0 ? (unsigned)size - 1 : times;
	samples = args.quick		 ? 3
		  : times == SUMS	 ? 100
		  : times == TRIPS	 ? 200
		  : len_bytes <= 65536	 ? 2000
		  : len_bytes <= 1 << 20 ? 160
					 : 40;
	bytes = malloc(len_bytes);
	if (!bytes)
		MPI_Abort(MPI_COMM_WORLD, 1);
	memset(bytes, 1, len_bytes);
	for (unsigned i = 0; i < WARM_UP + samples; i++) {
		uint64_t start_ns = bench_now_ns();

		run(&args, times, rank, bytes, (int)len_bytes);
		sample[i] = (double)(bench_now_ns() - start_ns) / parts / 1e3;
	}
	if (rank == 0)
		printf(BENCH_LINE, bench_median(sample + WARM_UP, samples),
		       "us");
	free(bytes);
	MPI_Finalize();
	return 0;
}
