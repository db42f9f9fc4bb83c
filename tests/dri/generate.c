/* SPDX-License-Identifier: BSD-3-Clause */
/* generate.c - random sizes, partitions, overlaps, layouts and groups. */
#include "tests/dri/generate.h"

#include <stdio.h>
#include <string.h>

#define MOST_PROCS 12

const struct limits small_limits = {0, 0, 0, 600, 5000};

/* -- Dice ----------------------------------------------------------------- */

uint64_t
dice_next(struct dice *d)
{
	uint64_t z = d->state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

struct dice
dice(uint64_t seed, uint64_t stream)
{
	struct dice d = {seed * 0xd1342543de82ef95u + stream};

	dice_next(&d);
	return d;
}

int64_t
dice_below(struct dice *d, int64_t n)
{
	return (int64_t)(dice_next(d) % (uint64_t)n);
}

bool
dice_once_in(struct dice *d, int64_t n)
{
	return dice_below(d, n) == 0;
}

/* -- Arrays --------------------------------------------------------------- */

/* Few dimensions are more likely than many. */
static int
random_ndims(struct dice *d, int most)
{
	int n = 1;

	while (n < (most > 0 ? most : DRI_MAX_DIMS) && !dice_once_in(d, 3))
		n++;
	return n;
}

static void
random_sizes(struct dice *d, int ndims, int64_t elements, int64_t size[])
{
	int64_t left = elements;
	int i, first = (int)dice_below(d, ndims);

	for (i = 0; i < ndims; i++) {
		int64_t most = left;
		int k;

		/* About the same share for each of those that follow, but any
		 * of them may have all at times. */
		if (i < ndims - 1 && !dice_once_in(d, 8))
			for (most = 1; most < left; most++) {
				int64_t all = 1;

				for (k = i; k < ndims && all <= left; k++)
					all *= most;
				if (all > left)
					break;
			}
		if (ndims > 1 && most < left)
			most = 2 * most < left ? 2 * most : left;
		size[(first + i) % ndims] = 1 + dice_below(d, most);
		left /= size[(first + i) % ndims];
	}
}

/* -- Partitions ----------------------------------------------------------- */

static int64_t
random_width(struct dice *d, int64_t size)
{
	switch (dice_below(d, 8)) {
	case 0:
	case 1:
		return 1;
	case 2:
		return 1 + dice_below(d, 4);
	case 3:
		return dice_below(d, size + 1);
	case 4:
		return dice_below(d, 2 * size + 4);
	case 5: /* several times round the whole array */
		return dice_once_in(d, 4) ? dice_below(d, 9 * size + 4) : 0;
	default:
		return 0;
	}
}

static void
random_overlaps(struct dice *d, struct dri_split_spec *s)
{
	s->left_type = DRI_OVERLAP_PAD_TRUNCATE + (int32_t)dice_below(d, 4);
	s->right_type = DRI_OVERLAP_PAD_TRUNCATE + (int32_t)dice_below(d, 4);
	s->left = random_width(d, s->size);
	s->right = random_width(d, s->size);
}

/* A divisor of n. */
static int64_t
random_divisor(struct dice *d, int64_t n)
{
	int64_t k = 1 + dice_below(d, n < 6 ? n : 6);

	while (n % k != 0)
		k--;
	return k;
}

static void
random_split(struct dice *d, struct dri_split_spec *s)
{
	s->mod = 1;
	s->blksz = 1;
	s->left_type = s->right_type = DRI_OVERLAP_PAD_TRUNCATE;
	s->kind = (int32_t)dice_below(d, 3);
	if (s->kind == DRI_SPLIT_WHOLE)
		return;
	random_overlaps(d, s);
	if (dice_once_in(d, 3))
		s->mod = random_divisor(d, s->size);
	if (s->kind == DRI_SPLIT_CYCLIC) {
		s->blksz = s->mod * (1 + dice_below(d, 5));
		if (dice_once_in(d, 3))
			s->blksz = s->mod;
		if (dice_once_in(d, 3))
			s->minsz = dice_below(d, s->blksz + 1);
	} else if (dice_once_in(d, 3)) {
		s->minsz = dice_below(d, s->size + 1);
	}
}

/* -- Layouts -------------------------------------------------------------- */

static void
random_layouts(struct dice *d, struct dri_shape_spec *s)
{
	bool plain = dice_once_in(d, 3);
	int i, j;

	for (i = 0; i < s->ndims; i++) {
		s->dim[i].order = i;
		s->dim[i].uniform = dice_once_in(d, 4);
		s->dim[i].spacing = 1;
		if (!s->dim[i].uniform && dice_once_in(d, 8))
			s->dim[i].spacing = 1 + dice_below(d, 3);
	}
	for (i = s->ndims - 1; i > 0 && !plain; i--) {
		int32_t order = s->dim[i].order;

		j = (int)dice_below(d, i + 1);
		s->dim[i].order = s->dim[j].order;
		s->dim[j].order = order;
	}
}

/* -- Groups --------------------------------------------------------------- */

static int
smallest_factor(int n)
{
	int f = 2;

	while (n % f != 0)
		f++;
	return f;
}

/* Gives each dimension its processes, and asks the library for some. */
static void
random_group(struct dice *d, struct side *s)
{
	int n = s->group_size, f, i;

	for (i = 0; i < s->asked.ndims; i++)
		s->asked.dim[i].split.procs = 1;
	while (n > 1) {
		f = smallest_factor(n);
		n /= f;
		i = (int)dice_below(d, s->asked.ndims);
		s->asked.dim[i].split.procs *= f;
	}
	s->no_group_dims = dice_once_in(d, 4);
	for (i = 0; i < s->asked.ndims; i++)
		if (s->no_group_dims || dice_once_in(d, 5))
			s->asked.dim[i].split.procs = 0;
}

/* Can it be, and is it small enough? */
static bool
is_possible(struct side *s, int64_t stored)
{
	int64_t stride[DRI_MAX_DIMS];
	const char *why;
	int rank;

	s->spec = s->asked;
	if (ocr_dri_shape_choose(&s->spec, s->group_size) != DRI_SUCCESS ||
	    ocr_dri_shape_make(&s->shape, &s->spec, &why) != DRI_SUCCESS)
		return false;
	for (rank = 0; rank < s->group_size; rank++)
		if (ocr_dri_shape_strides(&s->shape, rank, stride) > stored)
			return false;
	return true;
}

static void
random_side(struct dice *d, struct side *s, int procs, int ndims,
	    const int64_t size[], int64_t stored)
{
	int i;

	s->group_size = procs > 0 ? procs : 1 + (int)dice_below(d, MOST_PROCS);
	do {
		memset(&s->asked, 0, sizeof(s->asked));
		s->asked.ndims = ndims;
		for (i = 0; i < ndims; i++) {
			s->asked.dim[i].split.size = size[i];
			random_split(d, &s->asked.dim[i].split);
		}
		random_layouts(d, &s->asked);
		random_group(d, s);
	} while (!is_possible(s, stored));
}

/* Types that go together. */
static const struct {
	DRI_Dataspec whole, split; /* split null: there is none */
	size_t bytes;		   /* of a number */
	int numbers;		   /* 2: complex */
} types[] = {
	{DRI_FLOAT, DRI_DATASPEC_NULL, sizeof(float), 1},
	{DRI_DOUBLE, DRI_DATASPEC_NULL, sizeof(double), 1},
	{DRI_COMPLEX, DRI_COMPLEX_SPLIT, sizeof(float), 2},
	{DRI_DOUBLE_COMPLEX, DRI_DOUBLE_COMPLEX_SPLIT, sizeof(double), 2},
	{DRI_COMPLEX_INT8, DRI_COMPLEX_INT8_SPLIT, sizeof(int8_t), 2},
	{DRI_COMPLEX_INT16, DRI_COMPLEX_INT16_SPLIT, sizeof(int16_t), 2},
	{DRI_INTEGER, DRI_DATASPEC_NULL, sizeof(int), 1},
	{DRI_UNSIGNED_INTEGER, DRI_DATASPEC_NULL, sizeof(unsigned), 1},
	{DRI_SHORT, DRI_DATASPEC_NULL, sizeof(short), 1},
	{DRI_UNSIGNED_SHORT, DRI_DATASPEC_NULL, sizeof(short), 1},
	{DRI_LONG, DRI_DATASPEC_NULL, sizeof(long), 1},
	{DRI_UNSIGNED_LONG, DRI_DATASPEC_NULL, sizeof(long), 1},
	{DRI_INT8, DRI_DATASPEC_NULL, sizeof(int8_t), 1},
	{DRI_UINT8, DRI_DATASPEC_NULL, sizeof(uint8_t), 1},
	{DRI_INT64, DRI_DATASPEC_NULL, sizeof(int64_t), 1},
	{DRI_UINT64, DRI_DATASPEC_NULL, sizeof(uint64_t), 1},
	{DRI_OPAQUE(1), DRI_DATASPEC_NULL, 1, 1},
	{DRI_OPAQUE(3), DRI_DATASPEC_NULL, 3, 1},
	{DRI_OPAQUE(24), DRI_DATASPEC_NULL, 24, 1},
	{DRI_OPAQUE(GENERATE_MOST_BYTES), DRI_DATASPEC_NULL,
	 GENERATE_MOST_BYTES, 1},
};

/* Complex numbers may lie in another way on each side. */
static void
random_types(struct reorganization *r, struct dice *d)
{
	size_t i = (size_t)dice_below(d, sizeof(types) / sizeof(types[0]));
	bool split[2];

	for (int s = 0; s < 2; s++) {
		split[s] = types[i].split && dice_once_in(d, 2);
		r->type[s] = split[s] ? types[i].split : types[i].whole;
	}
	r->part_bytes = types[i].bytes;
	r->parts = types[i].numbers;
	for (int s = 0; s < 2; s++)
		r->is_joined[s] = r->parts == 2 && !split[s];
	if (!split[0] && !split[1]) {
		r->part_bytes *= (size_t)r->parts;
		r->parts = 1;
		r->is_joined[0] = r->is_joined[1] = false;
	}
}

void
generate_same_type(struct reorganization *r)
{
	r->type[DRI_SEND] = r->type[DRI_RECEIVE];
	if (r->is_joined[DRI_RECEIVE]) {
		r->part_bytes *= (size_t)r->parts;
		r->parts = 1;
	}
	r->is_joined[DRI_SEND] = r->is_joined[DRI_RECEIVE] = false;
}

int64_t
generate_at(const struct reorganization *r, enum dri_side side, int64_t count,
	    int64_t offset, int k)
{
	return r->is_joined[side] ? offset * r->parts + k : k * count + offset;
}

void
generate(struct reorganization *r, uint64_t seed, const struct limits *limits)
{
	struct dice d = dice(seed, 0), other = dice(seed, 1);
	int64_t size[DRI_MAX_DIMS], elements, alike = dice_below(&other, 12);
	int ndims = random_ndims(&d, limits->ndims);

	memset(r, 0, sizeof(*r));
	elements = 1 + dice_below(&d, limits->elements);
	random_sizes(&d, ndims, elements, size);
	random_side(&d, &r->src, limits->src_procs, ndims, size,
		    limits->stored);
	random_side(&d, &r->dst, limits->dst_procs, ndims, size,
		    limits->stored);
	/* Some stay where they are, but for what their overlaps hold. */
	if (limits->src_procs == limits->dst_procs && alike == 0)
		r->dst = r->src;
	random_types(r, &d);
}

void
generate_onward(struct reorganization *r, uint64_t seed,
		const struct limits *limits)
{
	struct dice d = dice(seed, 0);
	int ndims = r->dst.spec.ndims;
	int64_t size[DRI_MAX_DIMS];

	r->src = r->dst;
	generate_same_type(r);
	for (int i = 0; i < ndims; i++)
		size[i] = r->src.spec.dim[i].split.size;
	random_side(&d, &r->dst, limits->dst_procs, ndims, size,
		    limits->stored);
}

/* -- For people ----------------------------------------------------------- */

static void
describe_side(const char *name, const struct side *s)
{
	static const char *const kinds[] = {"whole", "block", "cyclic"};
	static const char *const pads[] = {"-", "truncate", "toroidal", "zeros",
					   "replicated"};
	int i;

	printf("  %s: %d processes%s\n", name, s->group_size,
	       s->no_group_dims ? ", group_dims NULL" : "");
	for (i = 0; i < s->spec.ndims; i++) {
		const struct dri_shape_dim *d = &s->spec.dim[i];
		const struct dri_split_spec *p = &d->split;

		printf("    %d: size %lld over %d%s, %s", i, (long long)p->size,
		       p->procs,
		       s->asked.dim[i].split.procs == 0 ? " (chosen)" : "",
		       kinds[p->kind]);
		if (p->kind == DRI_SPLIT_CYCLIC)
			printf(" of %lld", (long long)p->blksz);
		printf(", minsz %lld, mod %lld", (long long)p->minsz,
		       (long long)p->mod);
		if (p->left > 0)
			printf(", left %lld %s", (long long)p->left,
			       pads[p->left_type]);
		if (p->right > 0)
			printf(", right %lld %s", (long long)p->right,
			       pads[p->right_type]);
		printf(", order %d%s", d->order, d->uniform ? " uniform" : "");
		if (d->spacing > 1)
			printf(", every %lld", (long long)d->spacing);
		printf("\n");
	}
}

void
describe(const struct reorganization *r)
{
	printf("  %zu bytes, %d part%s%s%s\n", r->part_bytes, r->parts,
	       r->parts > 1 ? "s" : "",
	       r->is_joined[DRI_SEND] ? ", side by side in the senders" : "",
	       r->is_joined[DRI_RECEIVE] ? ", side by side in the receivers"
					 : "");
	describe_side("send", &r->src);
	describe_side("receive", &r->dst);
}
