/* SPDX-License-Identifier: BSD-3-Clause */
/* reorganize.c - random reorganizations, byte for byte.
 *
 *	reorganize [--seeds N] [--first F] [--print]
 *
 * All processes of both groups live in this one.  What each sends and receives
 * is planned from both sides, which must agree; it is moved directly, packed
 * and unpacked in pieces, or run by run; and what then is in the receivers'
 * buffers, and around them, is compared with the model.  Some are in place: the
 * receivers' distribution on both sides, and one buffer; nothing may be moved
 * but what is not owned.  A seed that fails says
 * so, and fails again with --first F --seeds 1.
 */
#include "tests/dri/reorganize.h"

#include "src/dri/move/move.h"
#include "src/dri/shape/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Buffers -------------------------------------------------------------- */

/* Begins anywhere that elements may begin. */
static void
open_buffer(struct world *w, struct buffer *b, const struct side *side,
	    int rank)
{
	const struct reorganization *r = &w->r;
	size_t align = r->part_bytes < 8 ? r->part_bytes : 8, i, skew;

	b->count = ocr_dri_shape_strides(&side->shape, rank, b->stride);
	b->bytes = (size_t)b->count * r->part_bytes * (size_t)r->parts;
	skew = align * (size_t)dice_below(&w->dice, 64 / (int64_t)align);
	b->memory = allocate(1, b->bytes + 2 * GUARD);
	b->data = b->memory + GUARD - 64 + skew;
	for (i = 0; i < b->bytes + 2 * GUARD; i++)
		b->memory[i] = (unsigned char)(i * 37 + 11);
}

/* The value of an element as it is in the memory of process `rank`. */
static void
put_value(const struct world *w, enum dri_side side, int rank,
	  const int64_t index[], const struct buffer *b, int64_t offset,
	  bool zero)
{
	const struct reorganization *r = &w->r;
	uint64_t number = (uint64_t)rank;
	struct dice d;
	size_t i;
	int k;

	for (k = 0; k < r->src.spec.ndims; k++)
		number = number * 1000003 + (uint64_t)index[k];
	for (k = 0; k < r->parts; k++) {
		unsigned char *p =
			b->data +
			(size_t)generate_at(r, side, b->count, offset, k) *
				r->part_bytes;

		d = dice(number, (uint64_t)k + 1);
		for (i = 0; i < r->part_bytes; i++)
			p[i] = zero ? 0 : (unsigned char)dice_next(&d);
	}
}

static void
fill_owned(struct world *w, struct buffer *b, int rank)
{
	int64_t at[DRI_MAX_DIMS], index[DRI_MAX_DIMS];
	int coord[DRI_MAX_DIMS], d;
	bool more, owned;

	model_coords(&w->src, rank, coord);
	for (more = model_first(&w->src, rank, at); more;
	     more = model_next(&w->src, rank, at)) {
		owned = true;
		for (d = 0; d < w->r.src.spec.ndims; d++) {
			struct model_axis *a = &w->src.dim[d].axis[coord[d]];

			index[d] = a->from[at[d]];
			owned = owned && a->owned[at[d]];
		}
		if (owned)
			put_value(w, DRI_SEND, rank, index, b,
				  model_offset(&w->src, rank, at), false);
	}
}

static void
fill_sender(struct world *w, int rank)
{
	struct buffer *b = &w->send[rank];

	if (w->in_place) {
		*b = w->receive[rank];
	} else {
		open_buffer(w, b, &w->r.src, rank);
	}
	fill_owned(w, b, rank);
}

/* Whose copy of an element a receiver gets. */
static int
sender_of(const struct world *w, int receiver, const int64_t index[])
{
	int near[DRI_MAX_DIMS], d, c, rank = 0;

	model_coords(&w->src,
		     w->near != NULL ? w->near[receiver]
				     : receiver % w->r.src.group_size,
		     near);
	for (d = w->r.src.spec.ndims - 1; d >= 0; d--) {
		c = w->src.dim[d].owner[index[d]];
		rank = rank * w->src.dim[d].procs + (c >= 0 ? c : near[d]);
	}
	return rank;
}

static void
expect(struct world *w, int rank)
{
	struct buffer *b = &w->expected[rank], *in = &w->receive[rank];
	int64_t at[DRI_MAX_DIMS], index[DRI_MAX_DIMS], offset;
	int coord[DRI_MAX_DIMS], d;
	bool more, zero;

	open_buffer(w, in, &w->r.dst, rank);
	*b = *in;
	b->memory = allocate(1, b->bytes + 2 * GUARD);
	memcpy(b->memory, in->memory, b->bytes + 2 * GUARD);
	b->data = b->memory + (in->data - in->memory);
	model_coords(&w->dst, rank, coord);
	for (more = model_first(&w->dst, rank, at); more;
	     more = model_next(&w->dst, rank, at)) {
		zero = false;
		for (d = 0; d < w->r.dst.spec.ndims; d++) {
			index[d] = w->dst.dim[d].axis[coord[d]].from[at[d]];
			zero = zero || index[d] == MODEL_ZEROS;
		}
		offset = model_offset(&w->dst, rank, at);
		if (offset >= b->count)
			w->wrong = "a place is outside of the buffer";
		else
			put_value(w, DRI_RECEIVE,
				  zero ? 0 : sender_of(w, rank, index), index,
				  b, offset, zero);
	}
}

/* Places of a receiver that it does not own, and that others fill. */
static int64_t
count_strange(const struct world *w, int rank)
{
	int64_t at[DRI_MAX_DIMS], n = 0;
	int coord[DRI_MAX_DIMS], d;
	bool more, owned, zero;

	model_coords(&w->dst, rank, coord);
	for (more = model_first(&w->dst, rank, at); more;
	     more = model_next(&w->dst, rank, at)) {
		owned = true;
		zero = false;
		for (d = 0; d < w->r.dst.spec.ndims; d++) {
			struct model_axis *a = &w->dst.dim[d].axis[coord[d]];

			owned = owned && a->owned[at[d]];
			zero = zero || a->from[at[d]] == MODEL_ZEROS;
		}
		n += !owned && !zero;
	}
	return n;
}

/* -- Plans ---------------------------------------------------------------- */

static bool
same_lists(const struct world *w, const struct dri_pair *a,
	   const struct dri_pair *b)
{
	int d;

	for (d = 0; d < w->r.src.spec.ndims; d++)
		if (a->dim[d].n != b->dim[d].n ||
		    a->dim[d].elements != b->dim[d].elements ||
		    memcmp(a->dim[d].series, b->dim[d].series,
			   a->dim[d].n * sizeof(struct dri_series)) != 0 ||
		    a->dim[d].n_runs != b->dim[d].n_runs ||
		    memcmp(a->dim[d].runs, b->dim[d].runs,
			   a->dim[d].n_runs * sizeof(struct dri_run)) != 0)
			return false;
	return a->elements == b->elements;
}

/* The sender's pair is one that the receiver has as well. */
static void
check_pair(struct world *w, int sender, const struct dri_pair *p)
{
	const struct dri_plan *other = &w->plans[p->rank];
	size_t i = 0;

	if (p->elements <= 0)
		w->wrong = "an empty pair";
	while (i < other->n && other->pairs[i].rank != sender)
		i++;
	if (i == other->n)
		w->wrong = "the receiver knows nothing of this sender";
	else if (!same_lists(w, p, &other->pairs[i]))
		w->wrong = "sender and receiver have different lists";
}

static void
make_plan(struct world *w, struct dri_plan *plan, enum dri_side side, int rank)
{
	if (ocr_dri_plan_make(plan, &w->r.src.shape, &w->r.dst.shape, side,
			      rank, w->near) != 0 ||
	    (w->in_place &&
	     ocr_dri_plan_in_place(plan, &w->r.dst.shape, rank) != 0))
		w->wrong = "no plan";
}

static void
run_sender(struct world *w, int rank)
{
	const struct dri_pair *p;
	struct dri_plan plan;
	size_t i;

	make_plan(w, &plan, DRI_SEND, rank);
	for (i = 0; i < plan.n && w->wrong == NULL; i++) {
		if (i > 0 && plan.pairs[i].rank <= plan.pairs[i - 1].rank)
			w->wrong = "receivers are not sorted";
		check_pair(w, rank, &plan.pairs[i]);
		for (p = &plan.pairs[i]; p != NULL && w->wrong == NULL;
		     p = p->next)
			reorganize_move(w, rank, p);
	}
	ocr_dri_plan_free(&plan);
}

/* -- Worlds --------------------------------------------------------------- */

static void
compare(struct world *w, int rank)
{
	struct buffer *got = &w->receive[rank], *want = &w->expected[rank];
	size_t i, begin = (size_t)(got->data - got->memory);

	if (memcmp(got->memory, want->memory, got->bytes + 2 * GUARD) == 0)
		return;
	for (i = 0; got->memory[i] == want->memory[i]; i++)
		;
	printf("receiver %d, byte %lld of %zu: %u, not %u\n", rank,
	       (long long)i - (long long)begin, got->bytes, got->memory[i],
	       want->memory[i]);
	w->wrong = "the receivers' memory differs";
}

/* Most are small; some have room for the tiles of a transposition. */
static struct limits
limits_of(uint64_t seed)
{
	struct limits large = {1 + (int)(seed / 16 % 3), 2, 3, 30000, 60000};

	return seed % 16 == 0 ? large : small_limits;
}

static void
describe_seed(uint64_t seed)
{
	struct limits limits = limits_of(seed);
	struct reorganization r;

	generate(&r, seed, &limits);
	describe(&r);
}

static int64_t
count_moved(const struct dri_plan *plan)
{
	const struct dri_pair *p;
	int64_t n = 0;
	size_t i;

	for (i = 0; i < plan->n; i++)
		for (p = &plan->pairs[i]; p != NULL; p = p->next)
			n += p->elements;
	return n;
}

static void
make_world(struct world *w, uint64_t seed)
{
	struct limits limits = limits_of(seed);
	int ns, nd, i;

	memset(w, 0, sizeof(*w));
	generate(&w->r, seed, &limits);
	w->in_place = seed % 4 == 1;
	if (w->in_place) {
		w->r.src = w->r.dst;
		generate_same_type(&w->r);
	}
	w->dice = dice(seed, 1);
	ns = w->r.src.group_size;
	nd = w->r.dst.group_size;
	model_make(&w->src, &w->r.src);
	model_make(&w->dst, &w->r.dst);
	w->send = allocate((size_t)ns, sizeof(*w->send));
	w->receive = allocate((size_t)nd, sizeof(*w->receive));
	w->expected = allocate((size_t)nd, sizeof(*w->expected));
	w->plans = allocate((size_t)nd, sizeof(*w->plans));
	if (w->in_place || !dice_once_in(&w->dice, 2)) {
		w->near = allocate((size_t)nd, sizeof(*w->near));
		for (i = 0; i < nd; i++)
			w->near[i] =
				w->in_place ? i : (int)dice_below(&w->dice, ns);
	}
	for (i = 0; i < nd; i++) {
		expect(w, i);
		make_plan(w, &w->plans[i], DRI_RECEIVE, i);
		if (w->in_place &&
		    count_moved(&w->plans[i]) != count_strange(w, i))
			w->wrong = "something moves that stays";
	}
	for (i = 0; i < ns; i++)
		fill_sender(w, i);
}

static void
free_world(struct world *w)
{
	int i;

	for (i = 0; i < w->r.src.group_size && !w->in_place; i++)
		free(w->send[i].memory);
	for (i = 0; i < w->r.dst.group_size; i++) {
		free(w->receive[i].memory);
		free(w->expected[i].memory);
		ocr_dri_plan_free(&w->plans[i]);
	}
	free(w->send);
	free(w->receive);
	free(w->expected);
	free(w->plans);
	free(w->near);
	model_free(&w->src);
	model_free(&w->dst);
}

static void
fill_zeros(struct world *w)
{
	const struct side *s = &w->r.dst;
	int step = reorganize_step(w, DRI_RECEIVE), i, k;

	for (i = 0; i < s->group_size; i++)
		for (k = 0; k < w->r.parts; k += step)
			ocr_dri_fill_zeros(&s->shape, i,
					   w->r.part_bytes * (size_t)step,
					   reorganize_part(w, DRI_RECEIVE,
							   &w->receive[i], k));
}

/* What is wrong, or NULL. */
static const char *
run_seed(uint64_t seed)
{
	const char *wrong;
	struct world w;
	bool before;
	int i;

	make_world(&w, seed);
	before = dice_once_in(&w.dice, 2);
	if (before)
		fill_zeros(&w);
	for (i = 0; i < w.r.src.group_size && w.wrong == NULL; i++)
		run_sender(&w, i);
	if (!before)
		fill_zeros(&w);
	for (i = 0; i < w.r.dst.group_size && w.wrong == NULL; i++)
		compare(&w, i);
	wrong = w.wrong;
	free_world(&w);
	return wrong;
}

int
main(int argc, char **argv)
{
	uint64_t seeds = 5000, first = 1, i;
	bool print = false;
	const char *wrong;
	int a;

	for (a = 1; a < argc; a++) {
		if (strcmp(argv[a], "--print") == 0)
			print = true;
		else if (a + 1 < argc && strcmp(argv[a], "--seeds") == 0)
			seeds = strtoull(argv[++a], NULL, 0);
		else if (a + 1 < argc && strcmp(argv[a], "--first") == 0)
			first = strtoull(argv[++a], NULL, 0);
		else
			return fprintf(stderr, "usage: reorganize [--seeds N] "
					       "[--first F] [--print]\n"),
			       2;
	}
	for (i = first; i < first + seeds; i++) {
		if (print) {
			printf("seed %llu\n", (unsigned long long)i);
			describe_seed(i);
			fflush(stdout);
		}
		wrong = run_seed(i);
		if (wrong != NULL) {
			printf("seed %llu: %s\n", (unsigned long long)i, wrong);
			describe_seed(i);
			printf("again: reorganize --first %llu --seeds 1\n",
			       (unsigned long long)i);
			return 1;
		}
	}
	printf("%llu random reorganizations agree\n",
	       (unsigned long long)seeds);
	return 0;
}
