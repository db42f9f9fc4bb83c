/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.h - what moves between one process and all of the other side.
 *
 * Made by intersecting two shapes, dimension by dimension: what moves from one
 * process to another is the product over the dimensions of the lists that are
 * made here.  Takes time and memory that grow with the blocks that meet.
 * Both sides of a pair make the same lists for it, in the same order, each for
 * itself.
 * Knows ranks and elements; knows neither bytes nor the network.
 * Threads: any; a plan does not change once it is made.
 */
#ifndef SRC_DRI_PLAN_H
#define SRC_DRI_PLAN_H

#include "src/dri/shape.h"

#include <stddef.h>
#include <stdint.h>

/* `count` runs of `len` elements along one dimension; run k begins at
 * src + k * src_step in the sender's and dst + k * dst_step in the receiver's
 * memory, counted in elements along the dimension.  Sorted by dst. */
struct dri_series {
	int64_t src, dst;
	int64_t len, count;
	int64_t src_step, dst_step; /* 0 if count is 1 */
};

struct dri_meet {
	size_t n;
	const struct dri_series *series; /* the plan's */
};

/* What moves between the plan's own process and this one. */
struct dri_pair {
	int rank;	  /* on the other side */
	int64_t elements; /* > 0 */
	struct dri_meet dim[DRI_MAX_DIMS];
};

struct dri_plan {
	size_t n;
	struct dri_pair *pairs; /* by rank, growing */
	/* plan.c's memory of series. */
	void *memory;
};

enum dri_side { DRI_SEND, DRI_RECEIVE };

/* The plan of process `rank` on `side` of src -> dst, which have the same
 * sizes. Where a whole dimension of src is replicated, each receiver takes the
 * copy of the sender with the same coordinates there as near[receiver's rank],
 * a rank of src; near NULL: rank of the receiver modulo the size of the sending
 * group. `near` has dst->group_size entries, each a rank of src. 0 or -ENOMEM.
 */
int ocr_dri_plan_make(struct dri_plan *p, const struct dri_shape *src,
		      const struct dri_shape *dst, enum dri_side side, int rank,
		      const int *near);
void ocr_dri_plan_free(struct dri_plan *p);

#endif
