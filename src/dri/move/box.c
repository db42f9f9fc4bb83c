/* SPDX-License-Identifier: BSD-3-Clause */
/* box.c - picks the two dimensions that matter, and the loop for them.
 *
 * A box is cut in three: a unit, contiguous in both memories; a plane of units,
 * over the dimension along which the target is densest and the one along which
 * the source is; and the rest, over which the plane is moved.
 */
#include "src/dri/move/box.h"

#include "src/dri/move/pairs.h"
#include "src/dri/move/turn.h"

#include <stdbool.h>
#include <string.h>

/* Units of so many bytes use whole cache lines whatever the order. */
#define LONG_UNIT 256
/* Rows of a plane that are taken together when there is no tile for them. */
#define ROWS	  16
/* A plane of less units has no tiles worth the name. */
#define SMALL	  64

/* n units of a size that the compiler knows. */
#define ROW(bytes)                                                             \
	static void row##bytes(const char *s, int64_t ss, char *d, int64_t ds, \
			       int64_t n)                                      \
	{                                                                      \
		int64_t i;                                                     \
                                                                               \
		if (ds == bytes)                                               \
			for (i = 0; i < n; i++)                                \
				memcpy(d + i * bytes, s + i * ss, bytes);      \
		else                                                           \
			for (i = 0; i < n; i++)                                \
				memcpy(d + i * ds, s + i * ss, bytes);         \
	}
ROW(1)
ROW(2)
ROW(4)
ROW(8)
ROW(12)
ROW(16)
ROW(24)
ROW(32)
ROW(48)
ROW(64)

static void
copy_row(size_t unit, const struct dri_box_dim *a, int64_t n, const char *s,
	 char *d)
{
	int64_t i;

	switch (unit) {
#define CASE(bytes)                                                            \
	case bytes:                                                            \
		row##bytes(s, a->src, d, a->dst, n);                           \
		break;
		CASE(1)
		CASE(2)
		CASE(4)
		CASE(8)
		CASE(12)
		CASE(16)
		CASE(24)
		CASE(32)
		CASE(48)
		CASE(64)
#undef CASE
	default:
		for (i = 0; i < n; i++)
			memcpy(d + i * a->dst, s + i * a->src, unit);
	}
}

static bool
is_small_power(size_t unit)
{
	return unit == 1 || unit == 2 || unit == 4 || unit == 8 || unit == 16;
}

/* Target along a, source along b. */
static void
copy_plane(size_t unit, const struct dri_box_dim *a,
	   const struct dri_box_dim *b, const char *s, char *d, bool stream)
{
	int64_t i, j, n;

	if (is_small_power(unit) && a->dst == (int64_t)unit &&
	    b->src == (int64_t)unit) {
		const struct dri_plane p = {unit,   a->n,   b->n,
					    a->src, b->dst, stream};

		ocr_dri_turn(&p, s, d);
		return;
	}
	for (i = 0; i < a->n; i += n) {
		n = a->n - i < ROWS ? a->n - i : ROWS;
		for (j = 0; j < b->n; j++)
			copy_row(unit, a, n, s + i * a->src + j * b->src,
				 d + i * a->dst + j * b->dst);
	}
}

/* A plane that is only a few units wide and high, again and again along c: the
 * long loop goes inside. */
static void
copy_small_planes(size_t unit, const struct dri_box_dim *a,
		  const struct dri_box_dim *b, const struct dri_box_dim *c,
		  const char *s, char *d)
{
	int64_t i, j, k, n;

	for (k = 0; k < c->n; k += n) {
		n = c->n - k < ROWS ? c->n - k : ROWS;
		for (i = 0; i < a->n; i++)
			for (j = 0; j < b->n; j++)
				copy_row(unit, c, n,
					 s + k * c->src + i * a->src +
						 j * b->src,
					 d + k * c->dst + i * a->dst +
						 j * b->dst);
	}
}

/* Records of `few` elements part in a transposition: along `few` their elements
 * are next to each other in the source, and so are they along c; a is the
 * target's direction.  Or they meet, the other way round. */
static bool
do_part(size_t unit, const struct dri_box_dim *few, const struct dri_box_dim *a,
	const struct dri_box_dim *c)
{
	int64_t record = (int64_t)unit * few->n;

	return few->src == (int64_t)unit && a->dst == (int64_t)unit &&
	       record <= 16 && is_small_power((size_t)record) &&
	       c->src == record;
}

static bool
do_meet(size_t unit, const struct dri_box_dim *few, const struct dri_box_dim *b,
	const struct dri_box_dim *c)
{
	int64_t record = (int64_t)unit * few->n;

	return few->dst == (int64_t)unit && b->src == (int64_t)unit &&
	       record <= 16 && is_small_power((size_t)record) &&
	       c->dst == record;
}

/* The dimension c of such a transposition; n: there is none. */
static int
find_records(size_t unit, const struct dri_box_dim *a,
	     const struct dri_box_dim *b, const struct dri_box_dim *dim, int n)
{
	int i = 0;

	while (i < n && !do_part(unit, b, a, &dim[i]) &&
	       !do_meet(unit, a, b, &dim[i]))
		i++;
	return i;
}

static void
copy_records(size_t unit, const struct dri_box_dim *a,
	     const struct dri_box_dim *b, const struct dri_box_dim *c,
	     const char *s, char *d, bool stream)
{
	struct dri_pairs p;

	if (do_part(unit, b, a, c)) {
		p = (struct dri_pairs){{unit * (size_t)b->n, a->n, c->n, a->src,
					c->dst, stream},
				       b->n,
				       b->dst};
		ocr_dri_part(&p, s, d);
	} else {
		p = (struct dri_pairs){{unit * (size_t)a->n, c->n, b->n, c->src,
					b->dst, stream},
				       a->n,
				       a->src};
		ocr_dri_join(&p, s, d);
	}
}

static int64_t
distance(int64_t stride)
{
	return stride < 0 ? -stride : stride;
}

/* The dimension along which the source is densest; the first one of equals. */
static int
densest(const struct dri_box_dim *dim, int n)
{
	int i, best = 0;

	for (i = 1; i < n; i++)
		if (dim[i].src != 0 &&
		    (dim[best].src == 0 ||
		     distance(dim[i].src) < distance(dim[best].src)))
			best = i;
	return best;
}

static int
longest(const struct dri_box_dim *dim, int n)
{
	int i, best = 0;

	for (i = 1; i < n; i++)
		if (dim[i].n > dim[best].n)
			best = i;
	return best;
}

/* Takes dimension i out of n. */
static struct dri_box_dim
take(struct dri_box_dim *dim, int n, int i)
{
	struct dri_box_dim d = dim[i];

	memmove(dim + i, dim + i + 1, (size_t)(n - i - 1) * sizeof(*dim));
	return d;
}

/* The next position in dimensions [0, n): adds to the offsets what it is
 * further on.  false: that was all. */
static bool
advance(const struct dri_box_dim *dim, int n, int64_t at[], int64_t *src,
	int64_t *dst)
{
	int i;

	for (i = 0; i < n; i++) {
		*src += dim[i].src;
		*dst += dim[i].dst;
		if (++at[i] < dim[i].n)
			return true;
		*src -= dim[i].n * dim[i].src;
		*dst -= dim[i].n * dim[i].dst;
		at[i] = 0;
	}
	return false;
}

void
ocr_dri_box_copy(const struct dri_box *box, const void *from, void *to,
		 int stream)
{
	const struct dri_box_dim one = {1, 0, 0};
	struct dri_box_dim dim[DRI_BOX_DIMS + 1], a = one, b = one, c = one;
	int64_t at[DRI_BOX_DIMS] = {0}, src = 0, dst = 0;
	int64_t unit = (int64_t)box->elem_bytes;
	const char *s = from;
	bool records = false;
	int i, n = box->n;
	char *d = to;

	memcpy(dim, box->dim, (size_t)n * sizeof(*dim));
	if (n > 0 && dim[0].src == unit && dim[0].dst == unit)
		unit *= take(dim, n--, 0).n;
	if (n > 0) {
		i = unit < LONG_UNIT ? densest(dim, n) : 0;
		if (i > 0)
			b = take(dim, n--, i);
		a = take(dim, n--, 0);
	}
	i = b.n > 1 ? find_records((size_t)unit, &a, &b, dim, n) : n;
	if (i < n) {
		records = true;
		c = take(dim, n--, i);
	} else if (n > 0 && unit < LONG_UNIT && a.n * b.n < SMALL) {
		i = longest(dim, n);
		c = take(dim, n--, i);
	}
	do {
		if (records)
			copy_records((size_t)unit, &a, &b, &c, s + src, d + dst,
				     stream != 0);
		else if (c.n > 1)
			copy_small_planes((size_t)unit, &a, &b, &c, s + src,
					  d + dst);
		else if (b.n > 1)
			copy_plane((size_t)unit, &a, &b, s + src, d + dst,
				   stream != 0);
		else
			copy_row((size_t)unit, &a, a.n, s + src, d + dst);
	} while (advance(dim, n, at, &src, &dst));
}

void
ocr_dri_box_zero(const struct dri_box *box, void *to)
{
	int64_t at[DRI_BOX_DIMS] = {0}, src = 0, dst = 0;
	size_t run = box->elem_bytes;
	const struct dri_box_dim *dim = box->dim;
	int n = box->n;

	if (n > 0 && dim->dst == (int64_t)run) {
		run *= (size_t)dim->n;
		dim++;
		n--;
	}
	do
		memset((char *)to + dst, 0, run);
	while (advance(dim, n, at, &src, &dst));
}
