/* SPDX-License-Identifier: BSD-3-Clause */
/* exchange_mpi.c - small exchanges by MPI_Alltoall; see exchange.h. */
#include "apps/bench/exchange.h"

#include <mpi.h>

static double sample[EXCHANGE_WARM_UP + EXCHANGE_SAMPLES];

static void
exchange(double *row, double *got, int size, int rank, unsigned number)
{
	exchange_fill(row, size, rank, number);
	MPI_Alltoall(row, EXCHANGE_COLUMNS, MPI_DOUBLE, got, EXCHANGE_COLUMNS,
		     MPI_DOUBLE, MPI_COMM_WORLD);
	if (!exchange_is_right(got, size, number))
		MPI_Abort(MPI_COMM_WORLD, 1);
}

int
main(int argc, char **argv)
{
	struct bench_args args;
	double *row, *got;
	unsigned samples;
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	row = calloc((size_t)size, EXCHANGE_BYTES);
	got = calloc((size_t)size, EXCHANGE_BYTES);
	if (bench_parse(&args, argc - 1, argv + 1) || args.size_bytes ||
	    args.what[0] || !row || !got) {
		fprintf(stderr, "usage: mpirun -n N %s [--quick]\n", argv[0]);
		MPI_Abort(MPI_COMM_WORLD, 2);
		return 2;
	}
	samples = EXCHANGE_WARM_UP + (args.quick ? 3 : EXCHANGE_SAMPLES);
	for (unsigned i = 0; i < samples; i++) {
		uint64_t start_ns = bench_now_ns();

		for (unsigned k = 0; k < EXCHANGES; k++)
			exchange(row, got, size, rank, i * EXCHANGES + k);
		sample[i] =
			(double)(bench_now_ns() - start_ns) / EXCHANGES / 1e3;
	}
	if (rank == 0)
		printf(BENCH_LINE,
		       bench_median(sample + EXCHANGE_WARM_UP,
				    samples - EXCHANGE_WARM_UP),
		       "us");
	free(row);
	free(got);
	MPI_Finalize();
	return 0;
}
