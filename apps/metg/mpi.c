/* SPDX-License-Identifier: BSD-3-Clause */
/* mpi.c - the graph by MPI: each process has some of the points, and waits in
 * each step for what it needs of others.
 */
#include "apps/metg/search.h"

#include <mpi.h>

static struct metg_args args;
static int rank, ranks;
static unsigned first, last; /* points of this process: first <= x < last */
static unsigned char *output[2][METG_MAX_WIDTH];

static int
owner(unsigned x)
{
	return (int)(x * (unsigned)ranks / args.graph.width);
}

static void
fail(const char *why)
{
	fprintf(stderr, "metg: %s\n", why);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Asks for what the points here need of other processes, each once. */
static int
receive(unsigned step, MPI_Request *request)
{
	unsigned in[METG_MAX_INPUTS];
	bool asked[METG_MAX_WIDTH] = {false};
	int n = 0;

	for (unsigned x = first; x < last; x++) {
		unsigned k = metg_inputs(&args.graph, step, x, in);

		for (unsigned i = 0; i < k; i++) {
			if (owner(in[i]) == rank || asked[in[i]])
				continue;
			asked[in[i]] = true;
			MPI_Irecv(output[(step - 1) % 2][in[i]],
				  (int)args.bytes, MPI_BYTE, owner(in[i]),
				  (int)in[i], MPI_COMM_WORLD, &request[n++]);
		}
	}
	return n;
}

/* Sends what was written in the step before to each process that needs it. */
static int
send(unsigned step, MPI_Request *request)
{
	int n = 0;

	for (unsigned x = first; x < last; x++) {
		int told = rank;

		/* Points of one process follow each other. */
		for (unsigned y = 0; y < args.graph.width; y++) {
			if (owner(y) == rank || owner(y) == told ||
			    !metg_needs(&args.graph, step, y, x))
				continue;
			told = owner(y);
			MPI_Isend(output[(step - 1) % 2][x], (int)args.bytes,
				  MPI_BYTE, told, (int)x, MPI_COMM_WORLD,
				  &request[n++]);
		}
	}
	return n;
}

static void
compute(unsigned step, unsigned x, uint64_t iterations)
{
	unsigned in[METG_MAX_INPUTS];
	unsigned n = metg_inputs(&args.graph, step, x, in);

	for (unsigned i = 0; i < n; i++)
		if (!metg_check(output[(step - 1) % 2][in[i]], args.bytes,
				step - 1, in[i]))
			fail("an input is wrong");
	metg_work(iterations);
	metg_write(output[step % 2][x], args.bytes, step, x);
}

static double
run(uint64_t iterations)
{
	MPI_Request request[METG_MAX_WIDTH * (METG_MAX_INPUTS + 1)];
	uint64_t start_ns;

	MPI_Barrier(MPI_COMM_WORLD);
	start_ns = bench_now_ns();
	for (unsigned step = 0; step < args.graph.steps; step++) {
		int n = 0;

		if (step > 0) {
			n = receive(step, request);
			n += send(step, request + n);
		}
		MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
		for (unsigned x = first; x < last; x++)
			compute(step, x, iterations);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	return (double)(bench_now_ns() - start_ns);
}

int
main(int argc, char **argv)
{
	struct metg_search search;
	struct bench_args words;
	double us = 0;
	int more = 1;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (bench_parse(&words, argc - 1, argv + 1) ||
	    !metg_parse(&args, &words, (unsigned)ranks)) {
		MPI_Finalize();
		return 2;
	}
	for (unsigned x = 0; x < args.graph.width; x++) {
		if (owner(x) == rank && last == 0)
			first = x;
		if (owner(x) == rank)
			last = x + 1;
		for (int i = 0; i < 2; i++)
			output[i][x] = calloc(1, args.bytes);
		if (!output[0][x] || !output[1][x])
			fail("out of memory");
	}
	metg_begin(&search, &args, (unsigned)ranks);
	while (more) {
		double elapsed_ns;

		MPI_Bcast(&search.iterations, 1, MPI_UINT64_T, 0,
			  MPI_COMM_WORLD);
		elapsed_ns = run(search.iterations);
		if (rank == 0)
			more = metg_next(&search, elapsed_ns, &us);
		MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
	}
	if (rank == 0)
		printf(BENCH_LINE, us, "us");
	MPI_Finalize();
	return 0;
}
