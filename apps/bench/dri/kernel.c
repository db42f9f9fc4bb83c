/* SPDX-License-Identifier: BSD-3-Clause */
/* kernel.c - one process moves an array from one order of its dimensions to
 * another by the Data Reorganization Interface: microseconds from
 * DRI_Channel_put on one side to DRI_Channel_get on the other; see kernel.h.
 */
#include "apps/bench/dri/bench.h"
#include "apps/bench/kernel.h"

static double sample[KERNEL_SAMPLES];

struct sides {
	DRI_Channel send, receive;
};

static DRI_Distribution
make_distribution(const struct kernel *k, bool reversed)
{
	const DRI_Layout packed[] = {DRI_LAYOUT_PACKED_0, DRI_LAYOUT_PACKED_1,
				     DRI_LAYOUT_PACKED_2};
	const DRI_Partition whole[] = {DRI_PARTITION_WHOLE, DRI_PARTITION_WHOLE,
				       DRI_PARTITION_WHOLE};
	const int one[] = {1, 1, 1};
	DRI_Distribution d;
	DRI_Layout layout[3];
	DRI_Global_Data g;

	for (int i = 0; i < k->ndims; i++)
		layout[i] = packed[reversed ? k->ndims - 1 - i : i];
	DRI_MUST(DRI_Global_Data_create(k->ndims, k->size, "array", &g));
	DRI_MUST(DRI_Distribution_create(g, 1, 0, one, whole, layout, &d));
	DRI_MUST(DRI_Global_Data_destroy(&g));
	return d;
}

/* On both sides; of complex numbers the target has the parts apart. */
static DRI_Dataspec
type_of(const struct kernel *k, bool target)
{
	const DRI_Dataspec whole[] = {DRI_COMPLEX_INT8, DRI_COMPLEX_INT16,
				      DRI_COMPLEX, DRI_DOUBLE_COMPLEX};
	const DRI_Dataspec split[] = {
		DRI_COMPLEX_INT8_SPLIT, DRI_COMPLEX_INT16_SPLIT,
		DRI_COMPLEX_SPLIT, DRI_DOUBLE_COMPLEX_SPLIT};
	int i = k->bytes == 1 ? 0 : k->bytes == 2 ? 1 : k->bytes == 4 ? 2 : 3;

	if (k->parts == 1)
		return DRI_OPAQUE((int)k->bytes);
	return target ? split[i] : whole[i];
}

static void
connect_sides(const struct kernel *k, struct sides *s)
{
	int64_t bytes =
		kernel_elements(k) * (int64_t)k->bytes * (int64_t)k->parts;
	DRI_Distribution from = make_distribution(k, false);
	DRI_Distribution to = make_distribution(k, k->reversed);
	DRI_Bufferset out, in;

	DRI_MUST(DRI_Bufferset_system_create(1, bytes, &out));
	DRI_MUST(DRI_Bufferset_system_create(1, bytes, &in));
	DRI_MUST(DRI_Channel_create_send("kernel", type_of(k, false), from, out,
					 &s->send));
	DRI_MUST(DRI_Channel_create_rcv("kernel", type_of(k, true), to, in,
					&s->receive));
	DRI_MUST(DRI_Channel_connect_sendrecv(s->send, s->receive));
	DRI_MUST(DRI_Bufferset_destroy(&out));
	DRI_MUST(DRI_Bufferset_destroy(&in));
	DRI_MUST(DRI_Distribution_destroy(&from));
	DRI_MUST(DRI_Distribution_destroy(&to));
}

static unsigned char *
get(DRI_Channel from, DRI_Buffer_Id *buffer)
{
	void *bytes;

	DRI_MUST(DRI_Channel_get(from, buffer));
	DRI_MUST(DRI_Buffer_get_ptr(*buffer, &bytes));
	return bytes;
}

/* Microseconds; the last one looks at what has come. */
static double
move_once(const struct kernel *k, const struct sides *s, bool first, bool last)
{
	unsigned char *src, *dst;
	DRI_Buffer_Id out, in;
	uint64_t start_ns;
	double us;

	src = get(s->send, &out);
	/* What was sent is still there, but nobody promises that. */
	if (first)
		kernel_fill(k, src);
	start_ns = bench_now_ns();
	DRI_MUST(DRI_Channel_put(s->send, out));
	dst = get(s->receive, &in);
	us = (double)(bench_now_ns() - start_ns) / 1e3;
	if (last && !kernel_is_right(k, src, dst)) {
		fprintf(stderr, "dri/kernel: the result is wrong\n");
		_exit(1);
	}
	DRI_MUST(DRI_Channel_put(s->receive, in));
	return us;
}

int
main(int argc, char **argv)
{
	struct bench_args args;
	unsigned samples;
	struct sides s;
	struct kernel k;

	DRI_MUST(DRI_Init(&argc, &argv));
	if (bench_parse(&args, argc - 1, argv + 1) || !kernel_init(&k, &args)) {
		fprintf(stderr,
			"usage: %s records|fields|square|cube|pairs|turned "
			"1|2|4|8|16 [--quick]\n",
			argv[0]);
		return 2;
	}
	samples = args.quick ? 3 : KERNEL_SAMPLES;
	connect_sides(&k, &s);
	for (unsigned i = 0; i < KERNEL_WARM_UP; i++)
		move_once(&k, &s, i == 0, false);
	for (unsigned i = 0; i < samples; i++)
		sample[i] = move_once(&k, &s, false, i + 1 == samples);
	printf(BENCH_LINE, kernel_time(sample, samples), "us");
	DRI_MUST(DRI_Channel_destroy(&s.send));
	DRI_MUST(DRI_Channel_destroy(&s.receive));
	DRI_MUST(DRI_Finalize());
	return 0;
}
