/* SPDX-License-Identifier: BSD-3-Clause */
/* turn_mpi.c - a corner turn by MPI, in two ways.
 *
 * WHAT is `alltoallw`: one call a turn, with derived types that were committed
 * before and transpose on the way; or `pack`: a transposition in tiles into a
 * buffer, MPI_Alltoall, and rows copied out of another one.
 * The result lies in memory in the same way after both; see turn.h.
 */
#include "apps/bench/turn.h"

#include <mpi.h>

/* Elements of a side of a tile, and the order of the loops around it: the
 * fastest of 4 to 64 and of both orders. */
#define TILE 16

static double sample[TURN_SAMPLES_MOST];

/* What the two ways need besides the two matrices. */
struct way {
	struct turn turn;
	/* alltoallw: */
	int *count, *src_at, *dst_at; /* bytes, as MPI_Alltoallw wants them */
	MPI_Datatype *src_type, *dst_type;
	/* pack: */
	struct turn_element *out, *in;
};

static void
fail(const char *why)
{
	fprintf(stderr, "ref/turn_mpi: %s\n", why);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

static void *
allocate(size_t n, size_t bytes)
{
	void *p = aligned_alloc(64, (n * bytes + 63) / 64 * 64);

	if (!p)
		fail("out of memory");
	memset(p, 0, n * bytes);
	return p;
}

/* One side takes rows as they lie, the other one spreads each over columns; the
 * library decides which way is faster: Open MPI likes the sender to do it. */
static void
make_types(const struct turn *t, MPI_Datatype *src, MPI_Datatype *dst)
{
	int n = (int)t->n, part = (int)t->part;
	int bytes = sizeof(struct turn_element);
#ifdef OPEN_MPI
	MPI_Datatype *plain = dst, *turned = src;
#else
	MPI_Datatype *plain = src, *turned = dst;
#endif
	MPI_Datatype column, one;

	MPI_Type_vector(part, part, n, MPI_C_FLOAT_COMPLEX, plain);
	MPI_Type_commit(plain);
	MPI_Type_vector(part, 1, n, MPI_C_FLOAT_COMPLEX, &column);
	MPI_Type_create_resized(column, 0, bytes, &one);
	MPI_Type_contiguous(part, one, turned);
	MPI_Type_commit(turned);
	MPI_Type_free(&one);
	MPI_Type_free(&column);
}

static void
prepare_alltoallw(struct way *w)
{
	size_t size = (size_t)w->turn.size;
	int step = (int)(w->turn.part * (int64_t)sizeof(struct turn_element));
	MPI_Datatype src, dst;

	make_types(&w->turn, &src, &dst);
	w->count = allocate(size, sizeof(*w->count));
	w->src_at = allocate(size, sizeof(*w->src_at));
	w->dst_at = allocate(size, sizeof(*w->dst_at));
	w->src_type = allocate(size, sizeof(*w->src_type));
	w->dst_type = allocate(size, sizeof(*w->dst_type));
	for (int i = 0; i < w->turn.size; i++) {
		w->count[i] = 1;
		w->src_at[i] = w->dst_at[i] = i * step;
		w->src_type[i] = src;
		w->dst_type[i] = dst;
	}
}

static void
prepare_pack(struct way *w)
{
	size_t elements = (size_t)(w->turn.part * w->turn.n);

	w->out = allocate(elements, sizeof(*w->out));
	w->in = allocate(elements, sizeof(*w->in));
}

static void
turn_alltoallw(struct way *w, const struct turn_element *src,
	       struct turn_element *dst)
{
	MPI_Alltoallw(src, w->count, w->src_at, w->src_type, dst, w->count,
		      w->dst_at, w->dst_type, MPI_COMM_WORLD);
}

static int64_t
least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* One square of `part` rows and columns. */
static void
transpose(int64_t part, int64_t n, const struct turn_element *restrict src,
	  struct turn_element *restrict out)
{
	for (int64_t r0 = 0; r0 < part; r0 += TILE)
		for (int64_t c0 = 0; c0 < part; c0 += TILE)
			for (int64_t c = c0; c < least(c0 + TILE, part); c++)
				for (int64_t r = r0; r < least(r0 + TILE, part);
				     r++)
					out[c * part + r] = src[r * n + c];
}

static void
turn_pack(struct way *w, const struct turn_element *src,
	  struct turn_element *dst)
{
	int64_t part = w->turn.part, n = w->turn.n;
	int square = (int)(part * part);

	for (int to = 0; to < w->turn.size; to++)
		transpose(part, n, src + to * part, w->out + to * part * part);
	MPI_Alltoall(w->out, square, MPI_C_FLOAT_COMPLEX, w->in, square,
		     MPI_C_FLOAT_COMPLEX, MPI_COMM_WORLD);
	for (int64_t c = 0; c < part; c++)
		for (int from = 0; from < w->turn.size; from++)
			memcpy(dst + c * n + from * part,
			       w->in + (from * part + c) * part,
			       (size_t)part * sizeof(*dst));
}

static void
finish(struct way *w)
{
	if (w->src_type) {
		MPI_Type_free(&w->src_type[0]);
		MPI_Type_free(&w->dst_type[0]);
	}
	free(w->count);
	free(w->src_at);
	free(w->dst_at);
	free(w->src_type);
	free(w->dst_type);
	free(w->out);
	free(w->in);
}

/* Nobody can be a turn ahead of the others, so the time from one turn to the
 * next is what a turn takes. */
static void
measure(struct way *w, bool packs, unsigned samples)
{
	const struct turn *t = &w->turn;
	size_t elements = (size_t)(t->part * t->n);
	struct turn_element *src = allocate(elements, sizeof(*src));
	struct turn_element *dst = allocate(elements, sizeof(*dst));

	turn_fill(t, src);
	MPI_Barrier(MPI_COMM_WORLD);
	for (unsigned i = 0; i < TURN_WARM_UP + samples; i++) {
		uint64_t start_ns = bench_now_ns();

		turn_stamp(t, src, i);
		(packs ? turn_pack : turn_alltoallw)(w, src, dst);
		if (!turn_arrived(t, dst, i))
			fail("a turn brought something else");
		if (i >= TURN_WARM_UP)
			sample[i - TURN_WARM_UP] =
				(double)(bench_now_ns() - start_ns) / 1e3;
	}
	if (!turn_is_right(t, dst))
		fail("the result is wrong");
	free(src);
	free(dst);
}

int
main(int argc, char **argv)
{
	struct bench_args args;
	struct way w = {0};
	unsigned samples;
	bool packs;
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (bench_parse(&args, argc - 1, argv + 1) ||
	    (strcmp(args.what, "pack") && strcmp(args.what, "alltoallw")) ||
	    turn_init(&w.turn, rank, size, args.size_bytes, args.quick)) {
		fprintf(stderr,
			"usage: mpirun -n 2|4 %s alltoallw|pack [N] "
			"[--quick]\n",
			argv[0]);
		MPI_Abort(MPI_COMM_WORLD, 2);
		return 2;
	}
	packs = strcmp(args.what, "pack") == 0;
	if (packs)
		prepare_pack(&w);
	else
		prepare_alltoallw(&w);
	samples = turn_samples(w.turn.n, args.quick);
	measure(&w, packs, samples);
	if (rank == 0)
		printf(BENCH_LINE, bench_median(sample, samples), "us");
	finish(&w);
	MPI_Finalize();
	return 0;
}
