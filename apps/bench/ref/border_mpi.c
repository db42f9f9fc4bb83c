/* SPDX-License-Identifier: BSD-3-Clause */
/* border_mpi.c - borders exchanged by MPI_Isend and MPI_Irecv; see border.h.
 *
 * Each border is a subarray, which MPI packs where it must; what lies in the
 * corners is not exchanged.
 */
#include "apps/bench/border.h"

#include <mpi.h>
#include <stdlib.h>

static double sample[BORDER_WARM_UP + BORDER_SAMPLES];

struct faces {
	MPI_Datatype type[3];
};

static void
make_faces(struct faces *f, const struct border *b)
{
	int full[3], part[3], zero[3] = {0};

	for (int d = 0; d < b->ndims; d++) {
		for (int i = 0; i < b->ndims; i++) {
			full[i] = (int)b->stored[i];
			part[i] = i == d ? 1 : (int)b->own[i];
		}
		MPI_Type_create_subarray(b->ndims, full, part, zero,
					 MPI_ORDER_FORTRAN, MPI_DOUBLE,
					 &f->type[d]);
		MPI_Type_commit(&f->type[d]);
	}
}

static void
exchange(const struct border *b, const struct faces *f, double *data,
	 unsigned number)
{
	MPI_Request request[6];
	int n = 0;

	border_mark(b, data, number);
	for (int d = 0; d < b->ndims; d++) {
		int peer = border_neighbour(b, d);

		if (peer < 0)
			continue;
		MPI_Irecv(data + border_at(b, d, false), 1, f->type[d], peer, d,
			  MPI_COMM_WORLD, &request[n++]);
		MPI_Isend(data + border_at(b, d, true), 1, f->type[d], peer, d,
			  MPI_COMM_WORLD, &request[n++]);
	}
	MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
	if (!border_is_right(b, data, number))
		MPI_Abort(MPI_COMM_WORLD, 1);
}

int
main(int argc, char **argv)
{
	struct bench_args args;
	struct border b;
	struct faces f;
	unsigned samples;
	int rank, size;
	double *data;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (bench_parse(&args, argc - 1, argv + 1) || args.size_bytes ||
	    !border_make(&b, args.what, rank, size)) {
		fprintf(stderr, "usage: mpirun -n 1|2|4 %s 2d|3d [--quick]\n",
			argv[0]);
		MPI_Abort(MPI_COMM_WORLD, 2);
		return 2;
	}
	data = malloc((size_t)b.count * sizeof(*data));
	if (!data)
		MPI_Abort(MPI_COMM_WORLD, 2);
	memset(data, 0, (size_t)b.count * sizeof(*data));
	make_faces(&f, &b);
	samples = BORDER_WARM_UP + (args.quick ? 3 : BORDER_SAMPLES);
	for (unsigned i = 0; i < samples; i++) {
		uint64_t start_ns = bench_now_ns();

		exchange(&b, &f, data, i);
		sample[i] = (double)(bench_now_ns() - start_ns) / 1e3;
	}
	if (rank == 0)
		printf(BENCH_LINE,
		       bench_median(sample + BORDER_WARM_UP,
				    samples - BORDER_WARM_UP),
		       "us");
	for (int d = 0; d < b.ndims; d++)
		MPI_Type_free(&f.type[d]);
	free(data);
	MPI_Finalize();
	return 0;
}
