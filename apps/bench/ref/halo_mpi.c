/* SPDX-License-Identifier: BSD-3-Clause */
/* halo_mpi.c - borders that processes send each other by MPI_Isend and
 * MPI_Irecv; then all of them are waited for.
 *
 * WHAT is `two` (each of two processes sends the other one BYTES, as ocr/halo
 * does) or `square`: nine of them (four to see that it works), each of which
 * sends BYTES to each other one, as ocr/neighbours does.  In both each has all
 * others for neighbours.  What is sent is written before, and the first word of
 * what has come is looked at.
 */
#include "apps/bench/bench.h"

#include <mpi.h>

#define WARM_UP	       4
#define STEPS	       20 /* of one sample */
#define MOST_PROCESSES 9
#define MOST_BYTES     (UINT64_C(1) << 23)

static double sample[BENCH_MAX_SAMPLES];

struct borders {
	int rank, size;
	size_t words;
	uint64_t *out[MOST_PROCESSES];
	uint64_t *in[MOST_PROCESSES];
};

static void
step(const struct borders *b, uint64_t number)
{
	MPI_Request request[2 * MOST_PROCESSES];
	int n = 0, len_bytes = (int)(b->words * sizeof(uint64_t));

	for (int p = 0; p < b->size; p++) {
		if (p == b->rank)
			continue;
		for (size_t i = 0; i < b->words; i++)
			b->out[p][i] = number;
		MPI_Irecv(b->in[p], len_bytes, MPI_BYTE, p, 0, MPI_COMM_WORLD,
			  &request[n++]);
		MPI_Isend(b->out[p], len_bytes, MPI_BYTE, p, 0, MPI_COMM_WORLD,
			  &request[n++]);
	}
	MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
	for (int p = 0; p < b->size; p++)
		if (p != b->rank && b->in[p][0] != number)
			MPI_Abort(MPI_COMM_WORLD, 1);
}

static bool
make_borders(struct borders *b, uint64_t len_bytes)
{
	b->words = len_bytes / sizeof(uint64_t);
	for (int p = 0; p < b->size; p++) {
		b->out[p] = calloc(b->words, sizeof(uint64_t));
		b->in[p] = calloc(b->words, sizeof(uint64_t));
		if (!b->out[p] || !b->in[p])
			return false;
	}
	return true;
}

static void
free_borders(struct borders *b)
{
	for (int p = 0; p < b->size; p++) {
		free(b->out[p]);
		free(b->in[p]);
	}
}

static bool
is_possible(const struct bench_args *a, int size)
{
	if (a->size_bytes < sizeof(uint64_t) || a->size_bytes > MOST_BYTES)
		return false;
	return strcmp(a->what, "two") == 0
		       ? size == 2
		       : strcmp(a->what, "square") == 0 &&
				 (size == MOST_PROCESSES || size == 4);
}

int
main(int argc, char **argv)
{
	struct borders b = {0};
	struct bench_args args;
	unsigned samples;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &b.size);
	if (bench_parse(&args, argc - 1, argv + 1) ||
	    !is_possible(&args, b.size) || !make_borders(&b, args.size_bytes)) {
		fprintf(stderr,
			"usage: mpirun -n 2 %s two BYTES [--quick]\n"
			"       mpirun -n 9 %s square BYTES [--quick]\n",
			argv[0], argv[0]);
		MPI_Abort(MPI_COMM_WORLD, 2);
		return 2;
	}
	samples = WARM_UP + (args.quick ? 2 : b.size == 2 ? 400 : 60);
	for (unsigned i = 0; i < samples; i++) {
		uint64_t start_ns = bench_now_ns();

		for (unsigned k = 0; k < STEPS; k++)
			step(&b, (uint64_t)i * STEPS + k);
		sample[i] = (double)(bench_now_ns() - start_ns) / STEPS / 1e3;
	}
	if (b.rank == 0)
		printf(BENCH_LINE,
		       bench_median(sample + WARM_UP, samples - WARM_UP), "us");
	free_borders(&b);
	MPI_Finalize();
	return 0;
}
