/* SPDX-License-Identifier: BSD-3-Clause */
/* rate_mpi.c - how many messages a second one MPI process sends another.
 *
 * Each is as long as a satisfaction on its way, and the receiver counts down
 * what it says, as a latch would; when all have come it says so.  WHAT is
 * `send`: MPI_Send and MPI_Recv, one after the other; or `window`: MPI_Isend
 * and MPI_Irecv, of which WINDOW are under way at once.
 */
#include "apps/bench/bench.h"

#include <mpi.h>
#include <stdio.h>

#define MESSAGE_BYTES  48
#define WINDOW	       64
#define MESSAGES       (312 * WINDOW) /* of a sample: nearly 20,000 */
#define MESSAGES_QUICK (2 * WINDOW)
#define WARM_UP	       4
#define SAMPLES	       100

struct message {
	uint64_t word[MESSAGE_BYTES / sizeof(uint64_t)];
};

static double sample[WARM_UP + SAMPLES];
static struct message message[WINDOW];
static MPI_Request request[WINDOW];

/* What is left of `count`. */
static uint64_t
one_by_one(int rank, uint64_t messages, uint64_t count)
{
	struct message *m = &message[0];

	for (uint64_t i = 0; i < messages; i++) {
		if (rank == 0) {
			m->word[0] = 1;
			MPI_Send(m, sizeof(*m), MPI_BYTE, 1, 0, MPI_COMM_WORLD);
			continue;
		}
		MPI_Recv(m, sizeof(*m), MPI_BYTE, 0, 0, MPI_COMM_WORLD,
			 MPI_STATUS_IGNORE);
		count -= m->word[0];
	}
	return count;
}

static uint64_t
by_windows(int rank, uint64_t messages, uint64_t count)
{
	for (uint64_t i = 0; i < messages; i += WINDOW) {
		for (int k = 0; k < WINDOW && rank == 0; k++) {
			message[k].word[0] = 1;
			MPI_Isend(&message[k], sizeof(message[k]), MPI_BYTE, 1,
				  0, MPI_COMM_WORLD, &request[k]);
		}
		for (int k = 0; k < WINDOW && rank == 1; k++)
			MPI_Irecv(&message[k], sizeof(message[k]), MPI_BYTE, 0,
				  0, MPI_COMM_WORLD, &request[k]);
		MPI_Waitall(WINDOW, request, MPI_STATUSES_IGNORE);
		for (int k = 0; k < WINDOW && rank == 1; k++)
			count -= message[k].word[0];
	}
	return count;
}

/* All of a sample, and the word that they have come. */
static void
run(bool windows, int rank, uint64_t messages)
{
	uint64_t left =
		(windows ? by_windows : one_by_one)(rank, messages, messages);

	if (rank == 0)
		MPI_Recv(&left, sizeof(left), MPI_BYTE, 1, 1, MPI_COMM_WORLD,
			 MPI_STATUS_IGNORE);
	else
		MPI_Send(&left, sizeof(left), MPI_BYTE, 0, 1, MPI_COMM_WORLD);
	if (left == 0)
		return;
	fprintf(stderr, "ref/rate_mpi: messages are missing\n");
	MPI_Abort(MPI_COMM_WORLD, 1);
}

int
main(int argc, char **argv)
{
	struct bench_args args;
	unsigned samples;
	uint64_t messages;
	int rank, size;
	bool windows;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (bench_parse(&args, argc - 1, argv + 1) || size != 2 ||
	    (strcmp(args.what, "send") && strcmp(args.what, "window"))) {
		fprintf(stderr, "usage: mpirun -n 2 %s send|window [--quick]\n",
			argv[0]);
		MPI_Abort(MPI_COMM_WORLD, 2);
		return 2;
	}
	windows = strcmp(args.what, "window") == 0;
	messages = args.quick ? MESSAGES_QUICK : MESSAGES;
	samples = WARM_UP + (args.quick ? 2 : SAMPLES);
	for (unsigned i = 0; i < samples; i++) {
		uint64_t start_ns = bench_now_ns();

		run(windows, rank, messages);
		sample[i] = (double)messages * 1e9 /
			    (double)(bench_now_ns() - start_ns);
	}
	if (rank == 0)
		printf(BENCH_LINE,
		       bench_median(sample + WARM_UP, samples - WARM_UP),
		       "ops/s");
	MPI_Finalize();
	return 0;
}
