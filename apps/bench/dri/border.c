/* SPDX-License-Identifier: BSD-3-Clause */
/* border.c - borders exchanged in place by the Data Reorganization Interface.
 *
 * One set of buffers on both sides of a channel: what is put comes back with
 * the neighbours' elements in its overlaps; see border.h.  Microseconds.
 */
#include "apps/bench/border.h"
#include "apps/bench/dri/bench.h"

static double sample[BORDER_WARM_UP + BORDER_SAMPLES];

struct world {
	struct border border;
	int size;
	DRI_Channel send, receive;
};

static DRI_Distribution
make_distribution(const struct world *w)
{
	const DRI_Layout layout[] = {DRI_LAYOUT_PACKED_0, DRI_LAYOUT_PACKED_1,
				     DRI_LAYOUT_PACKED_2};
	const struct border *b = &w->border;
	DRI_Partition part[3];
	DRI_Distribution d;
	DRI_Global_Data g;
	DRI_Overlap one;

	DRI_MUST(DRI_Global_Data_create(b->ndims, b->size, "array", &g));
	DRI_MUST(DRI_Overlap_create(DRI_OVERLAP_PAD_TRUNCATE, 1, &one));
	for (int i = 0; i < b->ndims; i++)
		DRI_MUST(DRI_Partition_create_block(0, 1, one, one, &part[i]));
	DRI_MUST(DRI_Distribution_create(g, w->size, b->rank, b->procs, part,
					 layout, &d));
	for (int i = 0; i < b->ndims; i++)
		DRI_MUST(DRI_Partition_destroy(&part[i]));
	DRI_MUST(DRI_Overlap_destroy(&one));
	DRI_MUST(DRI_Global_Data_destroy(&g));
	return d;
}

static void
connect_sides(struct world *w)
{
	DRI_Distribution array = make_distribution(w);
	DRI_Bufferset set;

	DRI_MUST(DRI_Bufferset_system_create(
		1, w->border.count * (int64_t)sizeof(double), &set));
	DRI_MUST(DRI_Channel_create_send("borders", DRI_DOUBLE, array, set,
					 &w->send));
	DRI_MUST(DRI_Channel_create_rcv("borders", DRI_DOUBLE, array, set,
					&w->receive));
	DRI_MUST(DRI_Channel_connect_sendrecv(w->send, w->receive));
	DRI_MUST(DRI_Bufferset_destroy(&set));
	DRI_MUST(DRI_Distribution_destroy(&array));
}

static void
exchange(const struct world *w, DRI_Buffer_Id *buffer, unsigned number)
{
	void *data;

	DRI_MUST(DRI_Buffer_get_ptr(*buffer, &data));
	border_mark(&w->border, data, number);
	DRI_MUST(DRI_Channel_put(w->send, *buffer));
	DRI_MUST(DRI_Channel_get(w->receive, buffer));
	DRI_MUST(DRI_Buffer_get_ptr(*buffer, &data));
	if (!border_is_right(&w->border, data, number))
		_exit(1);
}

int
main(int argc, char **argv)
{
	struct bench_args args;
	DRI_Buffer_Id buffer;
	struct world w;
	unsigned samples;
	void *data;
	int rank;

	DRI_MUST(DRI_Init(&argc, &argv));
	DRI_MUST(DRI_Group_get_rank(DRI_GROUP_WORLD, &rank));
	DRI_MUST(DRI_Group_get_size(DRI_GROUP_WORLD, &w.size));
	if (bench_parse(&args, argc - 1, argv + 1) || args.size_bytes ||
	    !border_make(&w.border, args.what, rank, w.size)) {
		fprintf(stderr, "usage: ocrrun -n 1|2|4 %s 2d|3d [--quick]\n",
			argv[0]);
		return 2;
	}
	samples = BORDER_WARM_UP + (args.quick ? 3 : BORDER_SAMPLES);
	connect_sides(&w);
	DRI_MUST(DRI_Channel_get(w.send, &buffer));
	DRI_MUST(DRI_Buffer_get_ptr(buffer, &data));
	memset(data, 0, (size_t)w.border.count * sizeof(double));
	for (unsigned i = 0; i < samples; i++) {
		uint64_t start_ns = bench_now_ns();

		exchange(&w, &buffer, i);
		sample[i] = (double)(bench_now_ns() - start_ns) / 1e3;
	}
	if (rank == 0)
		printf(BENCH_LINE,
		       bench_median(sample + BORDER_WARM_UP,
				    samples - BORDER_WARM_UP),
		       "us");
	DRI_MUST(DRI_Channel_put(w.receive, buffer));
	DRI_MUST(DRI_Channel_destroy(&w.send));
	DRI_MUST(DRI_Channel_destroy(&w.receive));
	DRI_MUST(DRI_Finalize());
	return 0;
}
