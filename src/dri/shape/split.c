/* SPDX-License-Identifier: BSD-3-Clause */
/* split.c - blocks of one dimension, by arithmetic.
 *
 * Every kind of split is the same sequence of blocks, from left to right:
 *
 *    | big | big | ... | big |  mid  | small | small | ... | small |
 *     0     1           nbig-1  nbig   nbig+1                blocks-1
 *
 * big >= mid >= small.  The big blocks are counted from the array's begin, the
 * small ones from its end, and mid is what lies between.  Block b belongs to
 * the process b % procs; a block partition has no more blocks than processes.
 */
#include "src/dri/shape/split.h"

#include "dri.h"

#include <stdbool.h>

#define MAX_ELEMENTS (INT64_MAX / 64)

/* a / b, rounded up; a >= 0. */
static int64_t
div_up(int64_t a, int64_t b)
{
	return a / b + (a % b != 0);
}

/* First element of block b; the array's size for b = blocks. */
static int64_t
begin_of(const struct dri_split *s, int64_t b)
{
	if (b <= s->nbig)
		return b * s->big;
	return s->spec.size - (s->blocks - b) * s->small;
}

/* What block b stores beyond its own elements, at either end. */
static int64_t
left_of(const struct dri_split *s, int64_t b)
{
	if (s->spec.left_type != DRI_OVERLAP_PAD_TRUNCATE)
		return s->left;
	return ocr_dri_min(s->left, begin_of(s, b));
}

static int64_t
right_of(const struct dri_split *s, int64_t b)
{
	if (s->spec.right_type != DRI_OVERLAP_PAD_TRUNCATE)
		return s->right;
	return ocr_dri_min(s->right, s->spec.size - begin_of(s, b + 1));
}

/* Local block i of a process, counted over all of them. */
static int64_t
global_number(const struct dri_split *s, int coord, int64_t i)
{
	if (s->spec.kind == DRI_SPLIT_WHOLE)
		return 0;
	return coord + i * s->spec.procs;
}

/* How many of the process's blocks have a global number below `end`. */
static int64_t
count_below(const struct dri_split *s, int coord, int64_t end)
{
	if (s->spec.kind == DRI_SPLIT_WHOLE)
		return end > 0;
	return end > coord ? (end - 1 - coord) / s->spec.procs + 1 : 0;
}

/* Owned elements of the process's first i blocks. */
static int64_t
owned_before(const struct dri_split *s, int coord, int64_t i)
{
	int64_t big = ocr_dri_min(i, count_below(s, coord, s->nbig));
	int64_t upto_mid = ocr_dri_min(i, count_below(s, coord, s->nbig + 1));
	int64_t n = big * s->big + (i - upto_mid) * s->small;

	if (upto_mid > big)
		n += begin_of(s, s->nbig + 1) - begin_of(s, s->nbig);
	return n;
}

/* Sums `stored` over those of the process's first i blocks whose global numbers
 * are in [from, to), where it is linear: an arithmetic series. */
static int64_t
sum_linear(const struct dri_split *s, int coord, int64_t i, int64_t from,
	   int64_t to, int64_t (*stored)(const struct dri_split *, int64_t))
{
	int64_t first = count_below(s, coord, from);
	int64_t end = ocr_dri_min(i, count_below(s, coord, to));

	if (end <= first)
		return 0;
	return (stored(s, global_number(s, coord, first)) +
		stored(s, global_number(s, coord, end - 1))) *
	       (end - first) / 2;
}

/* What the process's first i blocks store at their left ends: of growing
 * numbers of elements as far as they are cut at the begin of the array. */
static int64_t
left_before(const struct dri_split *s, int coord, int64_t i)
{
	int64_t cut_big, cut_small, split = s->nbig + 1;

	if (s->spec.left_type != DRI_OVERLAP_PAD_TRUNCATE)
		return i * s->left;
	/* begin < left holds for big and mid blocks below cut_big, and for
	 * small ones below cut_small. */
	cut_big = ocr_dri_min(split, div_up(s->left, s->big));
	cut_small = s->blocks - (s->spec.size - s->left) / s->small;
	cut_small = ocr_dri_max(split, cut_small);
	return sum_linear(s, coord, i, 0, cut_big, left_of) +
	       sum_linear(s, coord, i, cut_big, split, left_of) +
	       sum_linear(s, coord, i, split, cut_small, left_of) +
	       sum_linear(s, coord, i, cut_small, s->blocks, left_of);
}

/* The same at their right ends. */
static int64_t
right_before(const struct dri_split *s, int coord, int64_t i)
{
	int64_t cut_big, cut_small, split = s->nbig;

	if (s->spec.right_type != DRI_OVERLAP_PAD_TRUNCATE)
		return i * s->right;
	/* size - end < right holds for big blocks from cut_big on, and for mid
	 * and small ones from cut_small on. */
	cut_big = ocr_dri_min(split, (s->spec.size - s->right) / s->big);
	cut_small = s->blocks - div_up(s->right, s->small);
	cut_small = ocr_dri_max(split, cut_small);
	return sum_linear(s, coord, i, 0, cut_big, right_of) +
	       sum_linear(s, coord, i, cut_big, split, right_of) +
	       sum_linear(s, coord, i, split, cut_small, right_of) +
	       sum_linear(s, coord, i, cut_small, s->blocks, right_of);
}

/* Where the process's block i begins in its memory. */
static int64_t
stored_before(const struct dri_split *s, int coord, int64_t i)
{
	return owned_before(s, coord, i) + left_before(s, coord, i) +
	       right_before(s, coord, i);
}

/* As many processes as possible get a block, in units of mod elements. */
static int
make_block(struct dri_split *s, const char **why)
{
	int64_t units = s->spec.size / s->spec.mod;
	int64_t min_units = div_up(ocr_dri_max(s->spec.minsz, 1), s->spec.mod);

	s->blocks = ocr_dri_min(s->spec.procs, units / min_units);
	if (s->spec.size % s->spec.mod != 0) {
		*why = "mod does not divide the size of the dimension";
		return DRI_ERR_PARTITION;
	}
	if (s->blocks == 0) {
		*why = "minsz is more than the size of the dimension";
		return DRI_ERR_PARTITION;
	}
	s->nbig = units % s->blocks;
	s->small = units / s->blocks * s->spec.mod;
	/* Without larger ones the first block is mid, as small as the rest. */
	s->big = s->nbig > 0 ? s->small + s->spec.mod : s->small;
	return DRI_SUCCESS;
}

/* The last block has the rest.  If that is less than minsz, it is filled up
 * from those before it: each gives all that it can, until there is enough. */
static int
make_cyclic(struct dri_split *s, const char **why)
{
	const struct dri_split_spec *p = &s->spec;
	int64_t least, rest, missing;

	if (p->blksz < 1 || p->minsz > p->blksz) {
		*why = "minsz is more than the size of blocks";
		return DRI_ERR_PARTITION;
	}
	if (p->blksz % p->mod != 0 || p->size % p->mod != 0) {
		*why = "mod does not divide the sizes of blocks and dimension";
		return DRI_ERR_PARTITION;
	}
	s->big = p->blksz;
	s->blocks = div_up(p->size, p->blksz);
	s->nbig = s->blocks - 1;
	rest = p->size - s->nbig * p->blksz;
	s->small = rest;
	if (rest >= p->minsz)
		return DRI_SUCCESS;
	least = div_up(p->minsz, p->mod) * p->mod;
	if (least > p->size / s->blocks) {
		*why = "the blocks at the end cannot all have minsz elements";
		return DRI_ERR_PARTITION;
	}
	missing = least - rest;
	s->small = least;
	s->nbig -= div_up(missing, p->blksz - least);
	return DRI_SUCCESS;
}

static void
make_whole(struct dri_split *s)
{
	s->blocks = 1;
	s->big = s->small = s->spec.size;
	s->nbig = 0;
}

/* `type` and the number of elements of one end. */
static bool
is_overlap(int32_t type, int64_t num_pos)
{
	if (type == 0)
		return num_pos == 0;
	return num_pos >= 0 && type >= DRI_OVERLAP_PAD_TRUNCATE &&
	       type <= DRI_OVERLAP_PAD_REPLICATED;
}

static int
check_overlaps(struct dri_split *s, const char **why)
{
	const struct dri_split_spec *p = &s->spec;

	if (!is_overlap(p->left_type, p->left) ||
	    !is_overlap(p->right_type, p->right)) {
		*why = "no such kind of overlap, or a negative width";
		return DRI_ERR_OVERLAP;
	}
	if (p->kind == DRI_SPLIT_WHOLE && (p->left > 0 || p->right > 0)) {
		*why = "a whole dimension has no overlaps";
		return DRI_ERR_OVERLAP;
	}
	s->left = p->left;
	if (p->left_type == DRI_OVERLAP_PAD_TRUNCATE)
		s->left = ocr_dri_min(p->left, p->size);
	s->right = p->right;
	if (p->right_type == DRI_OVERLAP_PAD_TRUNCATE)
		s->right = ocr_dri_min(p->right, p->size);
	return DRI_SUCCESS;
}

/* After this no sum above overflows.  No process has more blocks or elements
 * of its own than the first one. */
static int
check_storage(const struct dri_split *s, const char **why)
{
	int64_t n = ocr_dri_split_local_blocks(s, 0), each, all;

	if (__builtin_add_overflow(s->left, s->right, &each) ||
	    __builtin_mul_overflow(n, each, &all) ||
	    __builtin_add_overflow(owned_before(s, 0, n), all, &all) ||
	    all > MAX_ELEMENTS) {
		*why = "a process has more elements and overlaps than can be "
		       "counted";
		return DRI_ERR_SIZE;
	}
	return DRI_SUCCESS;
}

int
ocr_dri_split_make(struct dri_split *s, const struct dri_split_spec *spec,
		   const char **why)
{
	struct dri_split made = {.spec = *spec};
	int rc;

	if (spec->size < 1 || spec->size > MAX_ELEMENTS) {
		*why = "the size of the dimension is not 1 to 2^57 - 1";
		return DRI_ERR_SIZE;
	}
	if (spec->procs < 1) {
		*why = "a dimension is spread over less than 1 process";
		return DRI_ERR_SIZE;
	}
	rc = check_overlaps(&made, why);
	if (rc != DRI_SUCCESS)
		return rc;
	if (spec->kind != DRI_SPLIT_WHOLE &&
	    (spec->minsz < 0 || spec->mod < 1)) {
		*why = "minsz is less than 0, or mod less than 1";
		return DRI_ERR_PARTITION;
	}
	switch (spec->kind) {
	case DRI_SPLIT_WHOLE:
		make_whole(&made);
		break;
	case DRI_SPLIT_BLOCK:
		rc = make_block(&made, why);
		break;
	case DRI_SPLIT_CYCLIC:
		rc = make_cyclic(&made, why);
		break;
	default:
		*why = "no such kind of partition";
		rc = DRI_ERR_PARTITION;
	}
	if (rc == DRI_SUCCESS)
		rc = check_storage(&made, why);
	if (rc == DRI_SUCCESS)
		*s = made;
	return rc;
}

int64_t
ocr_dri_split_local_blocks(const struct dri_split *s, int coord)
{
	return count_below(s, coord, s->blocks);
}

void
ocr_dri_split_block(const struct dri_split *s, int coord, int64_t i,
		    struct dri_block *out)
{
	int64_t b = global_number(s, coord, i);

	out->begin = begin_of(s, b);
	out->len = begin_of(s, b + 1) - out->begin;
	out->left = left_of(s, b);
	out->right = right_of(s, b);
	out->pos = stored_before(s, coord, i);
}

void
ocr_dri_split_find(const struct dri_split *s, int64_t index, int *coord,
		   int64_t *i)
{
	int64_t b;

	if (index < s->nbig * s->big) {
		b = index / s->big;
	} else {
		/* Counted from the end; mid may be longer than small ones. */
		b = s->blocks - 1 - (s->spec.size - 1 - index) / s->small;
		b = ocr_dri_max(b, s->nbig);
	}
	*coord = (int)(b % s->spec.procs);
	*i = b / s->spec.procs;
}

void
ocr_dri_split_even(const struct dri_split *s, bool inside, struct dri_even *out)
{
	int64_t end = s->small == s->big ? s->blocks : s->nbig;

	*out = (struct dri_even){.len = s->big};
	if (s->spec.kind != DRI_SPLIT_CYCLIC || end == 0 ||
	    __builtin_mul_overflow(s->big, s->spec.procs, &out->turn))
		return;
	out->stored = s->left + s->big + s->right;
	if (inside || s->spec.left_type == DRI_OVERLAP_PAD_TRUNCATE)
		out->first = div_up(s->left, s->big);
	if (inside || s->spec.right_type == DRI_OVERLAP_PAD_TRUNCATE)
		end = ocr_dri_min(end, ocr_dri_max(0, s->spec.size - s->right) /
					       s->big);
	out->end = ocr_dri_max(out->first, end);
}

int64_t
ocr_dri_split_extent(const struct dri_split *s, int coord)
{
	return stored_before(s, coord, ocr_dri_split_local_blocks(s, coord));
}

/* The greatest extent of the coordinates in [from, to), over which extents are
 * concave: they grow, less and less, and then shrink. */
static int64_t
max_concave(const struct dri_split *s, int from, int to)
{
	if (from >= to)
		return 0;
	to--;
	while (from < to) {
		int mid = from + (to - from) / 2;

		if (ocr_dri_split_extent(s, mid) <
		    ocr_dri_split_extent(s, mid + 1))
			from = mid + 1;
		else
			to = mid;
	}
	return ocr_dri_split_extent(s, from);
}

/* What one block stores is linear in its number but where an overlap begins or
 * ends to be cut (concave), and where the lengths of blocks change.  So the sum
 * over a process's blocks is concave between the coordinate of mid, and that
 * from which on processes have one block less. */
int64_t
ocr_dri_split_max_extent(const struct dri_split *s)
{
	int mid = (int)(s->nbig % s->spec.procs);
	int less = (int)(s->blocks % s->spec.procs);
	int cut[4] = {0, mid, mid + 1, s->spec.procs};
	int64_t most = 0;

	if (s->spec.kind == DRI_SPLIT_WHOLE)
		return s->spec.size;
	for (int k = 0; k < 3; k++) {
		int from = cut[k], to = cut[k + 1];
		int middle = less < from ? from : less > to ? to : less;

		most = ocr_dri_max(most, max_concave(s, from, middle));
		most = ocr_dri_max(most, max_concave(s, middle, to));
	}
	return most;
}
