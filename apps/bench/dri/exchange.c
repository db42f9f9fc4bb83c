/* SPDX-License-Identifier: BSD-3-Clause */
/* exchange.c - small exchanges by the Data Reorganization Interface.
 *
 * Dimension 0 are the columns, a few for each process, dimension 1 the rows,
 * one for each.  The source is split by rows, the destination by columns: what
 * MPI_Alltoall does.  Microseconds from one exchange to the next, with filling
 * the row and looking at what has come; see exchange.h.
 */
#include "apps/bench/dri/bench.h"
#include "apps/bench/exchange.h"

/* Of each side: the next one is ready while the last is looked at. */
#define BUFFERS 2

static double sample[EXCHANGE_WARM_UP + EXCHANGE_SAMPLES];

struct world {
	int rank, size;
	DRI_Channel send, receive;
};

/* The rows; `split` says which dimension the processes share: the columns, or
 * the rows. */
static DRI_Distribution
make_distribution(const struct world *w, int split)
{
	const DRI_Layout layout[] = {DRI_LAYOUT_PACKED_0, DRI_LAYOUT_PACKED_1};
	const int64_t sizes[] = {(int64_t)EXCHANGE_COLUMNS * w->size, w->size};
	DRI_Partition part[] = {DRI_PARTITION_WHOLE, DRI_PARTITION_WHOLE};
	int dims[] = {1, 1};
	DRI_Distribution d;
	DRI_Global_Data g;

	DRI_MUST(DRI_Global_Data_create(2, sizes, "rows", &g));
	DRI_MUST(DRI_Partition_create_block(0, 1, DRI_NO_OVERLAP,
					    DRI_NO_OVERLAP, &part[split]));
	dims[split] = w->size;
	DRI_MUST(DRI_Distribution_create(g, w->size, w->rank, dims, part,
					 layout, &d));
	DRI_MUST(DRI_Partition_destroy(&part[split]));
	DRI_MUST(DRI_Global_Data_destroy(&g));
	return d;
}

static void
connect_sides(struct world *w)
{
	int64_t bytes = (int64_t)EXCHANGE_BYTES * w->size;
	DRI_Distribution rows = make_distribution(w, 1);
	DRI_Distribution columns = make_distribution(w, 0);
	DRI_Bufferset from, to;

	DRI_MUST(DRI_Bufferset_system_create(BUFFERS, bytes, &from));
	DRI_MUST(DRI_Bufferset_system_create(BUFFERS, bytes, &to));
	DRI_MUST(DRI_Channel_create_send("exchange", DRI_DOUBLE, rows, from,
					 &w->send));
	DRI_MUST(DRI_Channel_create_rcv("exchange", DRI_DOUBLE, columns, to,
					&w->receive));
	DRI_MUST(DRI_Channel_connect_sendrecv(w->send, w->receive));
	DRI_MUST(DRI_Bufferset_destroy(&from));
	DRI_MUST(DRI_Bufferset_destroy(&to));
	DRI_MUST(DRI_Distribution_destroy(&rows));
	DRI_MUST(DRI_Distribution_destroy(&columns));
}

static double *
get(DRI_Channel from, DRI_Buffer_Id *buffer)
{
	void *bytes;

	DRI_MUST(DRI_Channel_get(from, buffer));
	DRI_MUST(DRI_Buffer_get_ptr(*buffer, &bytes));
	return bytes;
}

static void
exchange(const struct world *w, unsigned number)
{
	DRI_Buffer_Id out, in;

	exchange_fill(get(w->send, &out), w->size, w->rank, number);
	DRI_MUST(DRI_Channel_put(w->send, out));
	if (!exchange_is_right(get(w->receive, &in), w->size, number))
		_exit(1);
	DRI_MUST(DRI_Channel_put(w->receive, in));
}

int
main(int argc, char **argv)
{
	struct bench_args args;
	unsigned samples;
	struct world w;

	DRI_MUST(DRI_Init(&argc, &argv));
	DRI_MUST(DRI_Group_get_rank(DRI_GROUP_WORLD, &w.rank));
	DRI_MUST(DRI_Group_get_size(DRI_GROUP_WORLD, &w.size));
	if (bench_parse(&args, argc - 1, argv + 1) || args.size_bytes ||
	    args.what[0]) {
		fprintf(stderr, "usage: ocrrun -n N %s [--quick]\n", argv[0]);
		return 2;
	}
	samples = EXCHANGE_WARM_UP + (args.quick ? 3 : EXCHANGE_SAMPLES);
	connect_sides(&w);
	for (unsigned i = 0; i < samples; i++) {
		uint64_t start_ns = bench_now_ns();

		for (unsigned k = 0; k < EXCHANGES; k++)
			exchange(&w, i * EXCHANGES + k);
		sample[i] =
			(double)(bench_now_ns() - start_ns) / EXCHANGES / 1e3;
	}
	if (w.rank == 0)
		printf(BENCH_LINE,
		       bench_median(sample + EXCHANGE_WARM_UP,
				    samples - EXCHANGE_WARM_UP),
		       "us");
	DRI_MUST(DRI_Channel_destroy(&w.send));
	DRI_MUST(DRI_Channel_destroy(&w.receive));
	DRI_MUST(DRI_Finalize());
	return 0;
}
