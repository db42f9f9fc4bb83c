/* SPDX-License-Identifier: BSD-3-Clause */
/* connect.c - what it costs to connect two sides.
 *
 * WHAT is `turn`: a corner turn of a matrix of 4096 x 4096, which all processes
 * split by rows on one side and by columns on the other; or `blocks`: a vector
 * dealt out in BYTES blocks (a number) on one side, and cut in one piece for
 * each process on the other.
 * Microseconds from before the channels exist until they are connected.
 */
#include "apps/bench/bench.h"
#include "apps/bench/dri/bench.h"

#define SAMPLES 41
#define WARM_UP 4

#define MATRIX 4096
/* Elements of a block. */
#define BLOCK  64

static double sample[SAMPLES];

/* One side: the array and how it is split. */
struct shape {
	int ndims;
	int64_t sizes[2];
	int dims[2];
	DRI_Partition part[2];
};

static DRI_Partition
block(void)
{
	DRI_Partition p;

	DRI_MUST(DRI_Partition_create_block(0, 1, DRI_NO_OVERLAP,
					    DRI_NO_OVERLAP, &p));
	return p;
}

static struct shape
turn_side(int size, int split)
{
	struct shape s = {
		.ndims = 2,
		.sizes = {MATRIX, MATRIX},
		.dims = {1, 1},
		.part = {DRI_PARTITION_WHOLE, DRI_PARTITION_WHOLE},
	};

	s.dims[split] = size;
	s.part[split] = block();
	return s;
}

static struct shape
blocks_side(int size, int64_t blocks, bool dealt)
{
	struct shape s = {
		.ndims = 1, .sizes = {blocks * BLOCK}, .dims = {size}};

	if (dealt)
		DRI_MUST(DRI_Partition_create_blockcyclic(0, 1, DRI_NO_OVERLAP,
							  DRI_NO_OVERLAP, BLOCK,
							  &s.part[0]));
	else
		s.part[0] = block();
	return s;
}

/* A side's distribution and one buffer for it. */
struct side {
	DRI_Distribution dist;
	DRI_Bufferset buffers;
};

static struct side
make_side(const struct shape *s, int rank, int size)
{
	DRI_Global_Data g;
	struct side side;
	int64_t count;

	DRI_MUST(DRI_Global_Data_create(s->ndims, s->sizes, "data", &g));
	DRI_MUST(DRI_Distribution_create_simple(g, size, rank, s->dims, s->part,
						&side.dist));
	DRI_MUST(DRI_Distribution_get_local_count(side.dist, &count));
	DRI_MUST(DRI_Bufferset_system_create(1, count * (int64_t)sizeof(float),
					     &side.buffers));
	DRI_MUST(DRI_Global_Data_destroy(&g));
	return side;
}

static double
connect_once(int rank, int size, const struct shape *from,
	     const struct shape *to)
{
	struct side src = make_side(from, rank, size);
	struct side dst = make_side(to, rank, size);
	uint64_t start_ns = bench_now_ns(), took_ns;
	DRI_Channel send, receive;

	DRI_MUST(DRI_Channel_create_send("connect", DRI_FLOAT, src.dist,
					 src.buffers, &send));
	DRI_MUST(DRI_Channel_create_rcv("connect", DRI_FLOAT, dst.dist,
					dst.buffers, &receive));
	DRI_MUST(DRI_Channel_connect_sendrecv(send, receive));
	took_ns = bench_now_ns() - start_ns;
	DRI_MUST(DRI_Channel_destroy(&send));
	DRI_MUST(DRI_Channel_destroy(&receive));
	DRI_MUST(DRI_Bufferset_destroy(&src.buffers));
	DRI_MUST(DRI_Bufferset_destroy(&dst.buffers));
	DRI_MUST(DRI_Distribution_destroy(&src.dist));
	DRI_MUST(DRI_Distribution_destroy(&dst.dist));
	return (double)took_ns / 1e3;
}

int
main(int argc, char **argv)
{
	struct shape from, to;
	struct bench_args args;
	unsigned samples;
	int rank, size;
	bool turns;

	DRI_MUST(DRI_Init(&argc, &argv));
	DRI_MUST(DRI_Group_get_rank(DRI_GROUP_WORLD, &rank));
	DRI_MUST(DRI_Group_get_size(DRI_GROUP_WORLD, &size));
	if (bench_parse(&args, argc - 1, argv + 1) ||
	    (strcmp(args.what, "turn") && strcmp(args.what, "blocks")) ||
	    (strcmp(args.what, "blocks") == 0) != (args.size_bytes > 0)) {
		fprintf(stderr,
			"usage: ocrrun -n N %s turn|blocks NUMBER [--quick]\n",
			argv[0]);
		return 2;
	}
	turns = strcmp(args.what, "turn") == 0;
	from = turns ? turn_side(size, 1)
		     : blocks_side(size, (int64_t)args.size_bytes, true);
	to = turns ? turn_side(size, 0)
		   : blocks_side(size, (int64_t)args.size_bytes, false);
	samples = args.quick ? 3 : SAMPLES;
	for (unsigned i = 0; i < WARM_UP + samples; i++) {
		double took_us = connect_once(rank, size, &from, &to);

		if (i >= WARM_UP)
			sample[i - WARM_UP] = took_us;
	}
	if (rank == 0)
		printf(BENCH_LINE, bench_median(sample, samples), "us");
	DRI_MUST(DRI_Finalize());
	return 0;
}
