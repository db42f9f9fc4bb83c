/* SPDX-License-Identifier: BSD-3-Clause */
/* split.h - how one dimension is split over processes: blocks and who has them.
 *
 * Knows one dimension: sizes, blocks, coordinates of processes along it.  Pure
 * arithmetic on numbers that were checked once, by ocr_dri_split_make().
 * Promise: every element has exactly one owner, but in a whole dimension, where
 * every coordinate has the one block.  Nothing here takes time or memory that
 * grows with elements, blocks or processes (but for the logarithm of procs).
 * Threads: any.
 *
 * A block in a process's memory, along this dimension:
 *
 *    pos        pos + left              + len      + right
 *     |  left  |  owned: begin .. begin + len |  right |
 */
#ifndef SRC_DRI_SHAPE_SPLIT_H
#define SRC_DRI_SHAPE_SPLIT_H

#include <stdbool.h>
#include <stdint.h>

static inline int64_t
ocr_dri_min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static inline int64_t
ocr_dri_max(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

enum dri_split_kind { DRI_SPLIT_WHOLE, DRI_SPLIT_BLOCK, DRI_SPLIT_CYCLIC };

/* What the user asked for; also on the wire, so without holes, and hostile
 * until ocr_dri_split_make() has taken it. */
struct dri_split_spec {
	int64_t size;	     /* elements of the dimension, >= 1 */
	int64_t minsz;	     /* >= 0 */
	int64_t mod;	     /* >= 1 */
	int64_t blksz;	     /* >= 1; DRI_SPLIT_CYCLIC only */
	int64_t left, right; /* num_pos >= 0; zero in a whole dimension */
	int32_t kind;	     /* enum dri_split_kind */
	int32_t procs;	     /* >= 1 */
	int32_t left_type, right_type; /* DRI_Overlap_type; 0 if num_pos is */
};

struct dri_split {
	struct dri_split_spec spec;
	int64_t blocks; /* of all processes */
	/* The rest is split.c's; see there. */
	int64_t big, nbig, small;
	int64_t left, right;
};

struct dri_block {
	int64_t begin, len;  /* owned elements */
	int64_t left, right; /* stored before and after them */
	int64_t pos;	     /* of the first stored element in memory */
};

/* DRI_SUCCESS, or DRI_ERR_SIZE, DRI_ERR_PARTITION, DRI_ERR_OVERLAP for what
 * cannot be; *why then says in words which numbers conflict (static text).
 * Neither a dimension nor what a process stores of it may have more than
 * INT64_MAX / 64 elements: DRI_ERR_SIZE. */
int ocr_dri_split_make(struct dri_split *s, const struct dri_split_spec *spec,
		       const char **why);

/* Blocks of the process with this coordinate, 0 to procs - 1. */
int64_t ocr_dri_split_local_blocks(const struct dri_split *s, int coord);

/* Its block number i, in the order of the array. */
void ocr_dri_split_block(const struct dri_split *s, int coord, int64_t i,
			 struct dri_block *out);

/* The block that owns element `index`: its coordinate (0 in a whole dimension)
 * and its number there. */
void ocr_dri_split_find(const struct dri_split *s, int64_t index, int *coord,
			int64_t *i);

/* Blocks [first, end), counted over all processes, are alike: block b begins at
 * b * len, has that many elements, and `stored` with its overlaps; these are
 * inside the array, if that is asked for.  Empty but where blocks are dealt out
 * in turn: each `procs` th of them belongs to the same process, and lies behind
 * the one before it in its memory. */
struct dri_even {
	int64_t first, end;
	int64_t len, stored;
	int64_t turn; /* len * procs: from a block to its process's next */
};
void ocr_dri_split_even(const struct dri_split *s, bool inside,
			struct dri_even *out);

/* Elements that a process stores along the dimension, and the most that any
 * process does. */
int64_t ocr_dri_split_extent(const struct dri_split *s, int coord);
int64_t ocr_dri_split_max_extent(const struct dri_split *s);

#endif
