/* SPDX-License-Identifier: BSD-3-Clause */
/* turn.c - a corner turn by the Data Reorganization Interface.
 *
 * Dimension 0 are the columns, dimension 1 the rows.  The source is split by
 * rows and stored as it is; the destination is split by columns and stored with
 * the other dimension first.  See turn.h.  `user`: it is received into the
 * program's memory.
 */
#include "apps/bench/dri/bench.h"
#include "apps/bench/turn.h"

/* Of each side: a turn is over before the next one begins. */
#define BUFFERS 1

static double sample[TURN_SAMPLES_MOST];

struct sides {
	DRI_Channel send, receive;
};

/* The matrix, of which `split` says which dimension the group shares. */
static DRI_Distribution
make_distribution(const struct turn *t, int split)
{
	const DRI_Layout rows[] = {DRI_LAYOUT_PACKED_0, DRI_LAYOUT_PACKED_1};
	const DRI_Layout columns[] = {DRI_LAYOUT_PACKED_1, DRI_LAYOUT_PACKED_0};
	const int64_t sizes[] = {t->n, t->n};
	DRI_Partition part[] = {DRI_PARTITION_WHOLE, DRI_PARTITION_WHOLE};
	int dims[] = {1, 1};
	DRI_Distribution d;
	DRI_Global_Data g;

	DRI_MUST(DRI_Global_Data_create(2, sizes, "matrix", &g));
	DRI_MUST(DRI_Partition_create_block(0, 1, DRI_NO_OVERLAP,
					    DRI_NO_OVERLAP, &part[split]));
	dims[split] = t->size;
	DRI_MUST(DRI_Distribution_create(g, t->size, t->rank, dims, part,
					 split == 1 ? rows : columns, &d));
	DRI_MUST(DRI_Partition_destroy(&part[split]));
	DRI_MUST(DRI_Global_Data_destroy(&g));
	return d;
}

static DRI_Bufferset
make_buffers(const struct turn *t, bool user)
{
	int64_t bytes = t->part * t->n * (int64_t)sizeof(struct turn_element);
	void *memory[BUFFERS];
	DRI_Bufferset set;

	if (!user) {
		DRI_MUST(DRI_Bufferset_system_create(BUFFERS, bytes, &set));
		return set;
	}
	for (int i = 0; i < BUFFERS; i++) {
		memory[i] = calloc(1, (size_t)bytes);
		if (!memory[i])
			_exit(1);
	}
	/* For as long as the process lives. */
	DRI_MUST(DRI_Bufferset_user_create(BUFFERS, memory, bytes, &set));
	return set;
}

static void
connect_sides(const struct turn *t, bool user, struct sides *s)
{
	DRI_Distribution rows = make_distribution(t, 1);
	DRI_Distribution columns = make_distribution(t, 0);
	DRI_Bufferset from = make_buffers(t, false), to = make_buffers(t, user);

	DRI_MUST(DRI_Channel_create_send("turn", DRI_COMPLEX, rows, from,
					 &s->send));
	DRI_MUST(DRI_Channel_create_rcv("turn", DRI_COMPLEX, columns, to,
					&s->receive));
	DRI_MUST(DRI_Channel_connect_sendrecv(s->send, s->receive));
	DRI_MUST(DRI_Bufferset_destroy(&from));
	DRI_MUST(DRI_Bufferset_destroy(&to));
	DRI_MUST(DRI_Distribution_destroy(&rows));
	DRI_MUST(DRI_Distribution_destroy(&columns));
}

static struct turn_element *
get(DRI_Channel from, DRI_Buffer_Id *buffer)
{
	void *bytes;

	DRI_MUST(DRI_Channel_get(from, buffer));
	DRI_MUST(DRI_Buffer_get_ptr(*buffer, &bytes));
	return bytes;
}

/* As a program does it: the numbers are in the buffer that is sent, and are
 * looked at in the one that was received. */
static void
turn_once(const struct turn *t, struct sides *s, unsigned number, bool last)
{
	struct turn_element *src, *dst;
	DRI_Buffer_Id out, in;

	src = get(s->send, &out);
	/* What was sent is still there, but nobody promises that. */
	if (number < BUFFERS)
		turn_fill(t, src);
	turn_stamp(t, src, number);
	DRI_MUST(DRI_Channel_put(s->send, out));
	dst = get(s->receive, &in);
	if (!turn_arrived(t, dst, number) || (last && !turn_is_right(t, dst))) {
		fprintf(stderr, "dri/turn: the result is wrong\n");
		_exit(1);
	}
	DRI_MUST(DRI_Channel_put(s->receive, in));
}

int
main(int argc, char **argv)
{
	struct bench_args args;
	struct sides sides;
	struct turn turn;
	unsigned samples;
	int rank, size;

	DRI_MUST(DRI_Init(&argc, &argv));
	DRI_MUST(DRI_Group_get_rank(DRI_GROUP_WORLD, &rank));
	DRI_MUST(DRI_Group_get_size(DRI_GROUP_WORLD, &size));
	if (bench_parse(&args, argc - 1, argv + 1) ||
	    (args.what[0] && strcmp(args.what, "turn") &&
	     strcmp(args.what, "user")) ||
	    turn_init(&turn, rank, size, args.size_bytes, args.quick)) {
		fprintf(stderr,
			"usage: ocrrun -n 2|4 %s [turn|user [N]] [--quick]\n",
			argv[0]);
		return 2;
	}
	samples = turn_samples(turn.n, args.quick);
	connect_sides(&turn, !strcmp(args.what, "user"), &sides);
	for (unsigned i = 0; i < TURN_WARM_UP + samples; i++) {
		uint64_t start_ns = bench_now_ns();

		turn_once(&turn, &sides, i, false);
		if (i >= TURN_WARM_UP)
			sample[i - TURN_WARM_UP] =
				(double)(bench_now_ns() - start_ns) / 1e3;
	}
	turn_once(&turn, &sides, TURN_WARM_UP + samples, true);
	if (rank == 0)
		printf(BENCH_LINE, bench_median(sample, samples), "us");
	DRI_MUST(DRI_Channel_destroy(&sides.send));
	DRI_MUST(DRI_Channel_destroy(&sides.receive));
	DRI_MUST(DRI_Finalize());
	return 0;
}
