/* SPDX-License-Identifier: BSD-3-Clause */
/* shape.c - all dimensions of a split array. */
#include "src/dri/shape/shape.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define MAX_ELEMENTS (INT64_MAX / 64)

/* No int has more divisors: 2095133040 has as many. */
#define MAX_DIVISORS 1600

/* -- Checking -- */

/* Orders are 0 to ndims - 1, each once. */
static bool
are_orders(const struct dri_shape_spec *spec)
{
	unsigned seen = 0;

	for (int d = 0; d < spec->ndims; d++) {
		if (spec->dim[d].order < 0 || spec->dim[d].order >= spec->ndims)
			return false;
		seen |= 1u << spec->dim[d].order;
	}
	return seen == (1u << spec->ndims) - 1;
}

static int
check_layouts(const struct dri_shape_spec *spec, const char **why)
{
	if (!are_orders(spec)) {
		*why = "the packing orders are not 0 to ndims - 1, each once";
		return DRI_ERR_LAYOUT;
	}
	for (int d = 0; d < spec->ndims; d++) {
		if (spec->dim[d].spacing < 1 || spec->dim[d].uniform < 0 ||
		    spec->dim[d].uniform > 1) {
			*why = "a layout's stride is less than 1, or it is "
			       "neither packed nor uniform";
			return DRI_ERR_LAYOUT;
		}
	}
	return DRI_SUCCESS;
}

/* Unused dimensions are zero. */
static int
check_frame(const struct dri_shape_spec *spec, const char **why)
{
	static const struct dri_shape_dim none;

	if (spec->ndims < 1 || spec->ndims > DRI_MAX_DIMS) {
		*why = "not 1 to 8 dimensions";
		return DRI_ERR_NDIMS;
	}
	*why = "what belongs to no dimension is not zero";
	if (spec->zero != 0)
		return DRI_ERR_NDIMS;
	for (int d = spec->ndims; d < DRI_MAX_DIMS; d++) {
		if (memcmp(&spec->dim[d], &none, sizeof(none)) != 0)
			return DRI_ERR_NDIMS;
	}
	return DRI_SUCCESS;
}

/* The processes, the elements of the array, and those that one process stores
 * at most: all of these can be counted. */
static int
check_products(struct dri_shape *s, const char **why)
{
	int64_t array = 1, stored = 1;

	s->group_size = 1;
	for (int d = 0; d < s->ndims; d++) {
		const struct dri_split *p = &s->split[d];

		if (__builtin_mul_overflow(s->group_size, p->spec.procs,
					   &s->group_size)) {
			*why = "the product of group_dims is too large";
			return DRI_ERR_GROUP_DIMS;
		}
		if (__builtin_mul_overflow(array, p->spec.size, &array)) {
			*why = "the array has more elements than can be "
			       "counted";
			return DRI_ERR_SIZE;
		}
		if (__builtin_mul_overflow(stored, s->spacing[d], &stored) ||
		    __builtin_mul_overflow(stored, ocr_dri_split_max_extent(p),
					   &stored) ||
		    stored > MAX_ELEMENTS) {
			*why = "a process stores more elements, overlaps and "
			       "empty places than can be counted";
			return DRI_ERR_SIZE;
		}
	}
	return DRI_SUCCESS;
}

int
ocr_dri_shape_make(struct dri_shape *s, const struct dri_shape_spec *spec,
		   const char **why)
{
	struct dri_shape made = {0};
	int rc = check_frame(spec, why);

	if (rc == DRI_SUCCESS)
		rc = check_layouts(spec, why);
	if (rc != DRI_SUCCESS)
		return rc;
	made.ndims = spec->ndims;
	for (int d = 0; d < spec->ndims; d++) {
		const struct dri_shape_dim *dim = &spec->dim[d];

		rc = ocr_dri_split_make(&made.split[d], &dim->split, why);
		if (rc != DRI_SUCCESS)
			return rc;
		made.order[d] = dim->order;
		made.uniform[d] = dim->uniform;
		made.spacing[d] = dim->spacing;
	}
	rc = check_products(&made, why);
	if (rc == DRI_SUCCESS)
		*s = made;
	return rc;
}

/* -- Choosing -- */

/* What is known of a way to spread dimensions over processes. */
struct way {
	int64_t owners; /* processes with elements; 0: there is no such way */
	double cut;	/* sum of procs / size: grows with a part's surface */
};

static bool
is_better(const struct way *a, const struct way *b)
{
	if (a->owners != b->owners)
		return a->owners > b->owners;
	return a->cut < b->cut;
}

static int
list_divisors(int n, int divisor[])
{
	int count = 0, small;

	for (int64_t i = 1; i * i <= n; i++) {
		if (n % i == 0)
			divisor[count++] = (int)i;
	}
	small = count;
	for (int k = small - 1; k >= 0; k--) {
		if (divisor[k] != n / divisor[k])
			divisor[count++] = n / divisor[k];
	}
	return count;
}

/* Where x, which is there, is in a growing list. */
static int
place_of(const int list[], int n, int x)
{
	int from = 0;

	while (n > 1) {
		if (list[from + n / 2] <= x) {
			from += n / 2;
			n -= n / 2;
		} else {
			n /= 2;
		}
	}
	return from;
}

/* The most processes that can have elements of this dimension. */
static int64_t
most_owners(const struct dri_shape_dim *dim)
{
	struct dri_split_spec spec = dim->split;
	struct dri_split split;
	const char *why;

	spec.procs = INT_MAX;
	if (ocr_dri_split_make(&split, &spec, &why) != DRI_SUCCESS)
		return 1;
	return split.blocks;
}

/* Improves all ways of spreading some dimensions by spreading one more, over
 * as many processes as each divisor says.  ways[i] is the best one over
 * divisor[i] processes; pick[i] how many of these this dimension gets. */
static void
add_dimension(const struct dri_shape_dim *dim, const int divisor[], int n,
	      struct way ways[], short pick[])
{
	int64_t most = most_owners(dim);

	/* Downwards, so that what is read has not been written yet. */
	for (int i = n - 1; i >= 0; i--) {
		struct way best = {0};

		for (int k = 0; k < n && divisor[k] <= divisor[i]; k++) {
			struct way w;

			if (divisor[i] % divisor[k] != 0)
				continue;
			w = ways[place_of(divisor, n, divisor[i] / divisor[k])];
			w.owners *= divisor[k] < most ? divisor[k] : most;
			w.cut += divisor[k] / (double)dim->split.size;
			if (is_better(&w, &best)) {
				best = w;
				pick[i] = (short)k;
			}
		}
		ways[i] = best;
	}
}

/* Spreads the dimensions in list[n] over `rest` processes: as many of them as
 * possible get elements, and then blocks are as compact as possible; of equal
 * ways, that which spreads later dimensions more.  The best way for some
 * dimensions and a number of processes does not depend on the others, so they
 * are added one by one. */
static void
spread(struct dri_shape_spec *spec, const int list[], int n, int rest)
{
	int divisor[MAX_DIVISORS];
	struct way ways[MAX_DIVISORS] = {{.owners = 1}};
	short pick[DRI_MAX_DIMS][MAX_DIVISORS];
	int count = list_divisors(rest, divisor);

	/* From the last to the first, which takes the smallest of equals. */
	for (int k = n - 1; k >= 0; k--)
		add_dimension(&spec->dim[list[k]], divisor, count, ways,
			      pick[k]);
	for (int k = 0; k < n; k++) {
		int procs = divisor[pick[k][place_of(divisor, count, rest)]];

		spec->dim[list[k]].split.procs = procs;
		rest /= procs;
	}
}

int
ocr_dri_shape_choose(struct dri_shape_spec *spec, int group_size)
{
	int divided[DRI_MAX_DIMS], whole[DRI_MAX_DIMS];
	int n_divided = 0, n_whole = 0, rest = group_size;

	if (group_size < 1)
		return DRI_ERR_GROUP_DIMS;
	for (int d = 0; d < spec->ndims; d++) {
		int procs = spec->dim[d].split.procs;

		if (procs < 0 || (procs > 0 && rest % procs != 0))
			return DRI_ERR_GROUP_DIMS;
		if (procs > 0)
			rest /= procs;
		else if (spec->dim[d].split.kind == DRI_SPLIT_WHOLE)
			whole[n_whole++] = d;
		else
			divided[n_divided++] = d;
	}
	if (n_divided + n_whole == 0)
		return rest == 1 ? DRI_SUCCESS : DRI_ERR_GROUP_DIMS;
	for (int k = 0; k < n_whole; k++)
		spec->dim[whole[k]].split.procs = 1;
	if (n_divided > 0)
		spread(spec, divided, n_divided, rest);
	else
		spec->dim[whole[0]].split.procs = rest;
	return DRI_SUCCESS;
}

/* -- Asking -- */

void
ocr_dri_shape_coords(const struct dri_shape *s, int rank, int coord[])
{
	for (int d = 0; d < s->ndims; d++) {
		coord[d] = rank % s->split[d].spec.procs;
		rank /= s->split[d].spec.procs;
	}
}

int
ocr_dri_shape_rank(const struct dri_shape *s, const int coord[])
{
	int rank = 0;

	for (int d = s->ndims - 1; d >= 0; d--)
		rank = rank * s->split[d].spec.procs + coord[d];
	return rank;
}

int64_t
ocr_dri_shape_strides(const struct dri_shape *s, int rank, int64_t stride[])
{
	int coord[DRI_MAX_DIMS], by_order[DRI_MAX_DIMS] = {0};
	int64_t n = 1;

	ocr_dri_shape_coords(s, rank, coord);
	for (int d = 0; d < s->ndims; d++)
		by_order[s->order[d]] = d;
	for (int k = 0; k < s->ndims; k++) {
		int d = by_order[k];
		const struct dri_split *p = &s->split[d];

		stride[d] = n * s->spacing[d];
		n = stride[d] * (s->uniform[d]
					 ? ocr_dri_split_max_extent(p)
					 : ocr_dri_split_extent(p, coord[d]));
	}
	return n;
}

/* The first of a list of pairs that differ. */
static void
compare_dim(const struct dri_shape_dim *x, const struct dri_shape_dim *y, int d,
	    char *text, size_t len)
{
	const struct {
		const char *name;
		int64_t x, y;
	} field[] = {
		{"group_dims", x->split.procs, y->split.procs},
		{"kind (0 whole, 1 block, 2 cyclic)", x->split.kind,
		 y->split.kind},
		{"blksz", x->split.blksz, y->split.blksz},
		{"minsz", x->split.minsz, y->split.minsz},
		{"mod", x->split.mod, y->split.mod},
		{"left overlap", x->split.left, y->split.left},
		{"kind of left overlap", x->split.left_type,
		 y->split.left_type},
		{"right overlap", x->split.right, y->split.right},
		{"kind of right overlap", x->split.right_type,
		 y->split.right_type},
		{"packing order", x->order, y->order},
		{"uniform", x->uniform, y->uniform},
		{"stride", x->spacing, y->spacing},
	};

	for (size_t i = 0; i < sizeof(field) / sizeof(field[0]); i++) {
		if (field[i].x == field[i].y)
			continue;
		snprintf(text, len, "%s of dimension %d is %lld and %lld",
			 field[i].name, d, (long long)field[i].x,
			 (long long)field[i].y);
		return;
	}
}

void
ocr_dri_shape_compare(const struct dri_shape_spec *a,
		      const struct dri_shape_spec *b, char *text, size_t len)
{
	*text = '\0';
	for (int d = 0; d < a->ndims && !*text; d++)
		compare_dim(&a->dim[d], &b->dim[d], d, text, len);
}
