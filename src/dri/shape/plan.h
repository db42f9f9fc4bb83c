/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.h - what moves between one process and all of the other side.
 *
 * Made by intersecting two shapes, dimension by dimension: what moves from one
 * process to another is the product over the dimensions of the lists that are
 * made here.  Where the blocks of both sides repeat, one period (the least
 * common multiple of theirs) is gone through and counted: time and memory grow
 * with it and with what is left at the ends, and not with the blocks. Both
 * sides of a pair make the same lists for it, in the same order, each for
 * itself.
 * Knows ranks and elements; knows neither bytes nor the network.
 * Threads: any; a plan does not change once it is made.
 */
#ifndef SRC_DRI_SHAPE_PLAN_H
#define SRC_DRI_SHAPE_PLAN_H

#include "src/dri/shape/shape.h"

#include <stddef.h>
#include <stdint.h>

/* `len` elements that are next to each other in both memories, along one
 * dimension: places src and dst, counted in elements along it.  Most often
 * count is 1; else so many of them follow, src_step and dst_step apart. */
struct dri_run {
	int64_t at; /* elements of its series' period before it */
	int64_t src, dst;
	int64_t len;
	int64_t count;
	int64_t src_step, dst_step; /* 0 if count is 1 */
};

/* A pattern of n runs, `count` times: period k of it is src_step * k further on
 * in the sender's and dst_step * k in the receiver's memory. */
struct dri_series {
	int64_t at;	/* elements of the list before the series */
	int64_t period; /* elements of one period */
	int64_t count;
	int64_t src_step, dst_step; /* 0 if count is 1 */
	size_t first, n;	    /* runs[first] to runs[first + n - 1] */
};

/* Grows in dst, run by run; runs that adjoin in both memories are joined. */
struct dri_meet {
	size_t n, n_runs;
	int64_t elements;
	int64_t all_runs; /* each as often as it is repeated */
	/* The plan's: */
	const struct dri_series *series;
	const struct dri_run *runs;
};

/* What moves between the plan's own process and this one. */
struct dri_pair {
	int rank;	  /* on the other side */
	int64_t elements; /* > 0: the product of those of the dimensions */
	struct dri_meet dim[DRI_MAX_DIMS];
	/* In place, of the process with itself: what moves besides; or NULL. */
	const struct dri_pair *next;
};

struct dri_plan {
	size_t n;
	struct dri_pair *pairs; /* by rank, growing */
	void *memory;		/* of the lists */
	/* In place: */
	struct dri_pair *own;
	int n_own;
	void *own_memory;
};

enum dri_side { DRI_SEND, DRI_RECEIVE };

/* The plan of process `rank` on `side` of src -> dst, which have the same
 * sizes.
 * What a receiver stores beyond the ends of the array comes from: TOROIDAL, the
 * index modulo the size; REPLICATED, the m outermost elements at this end over
 * and over, the m-th next to the end, where m is num_pos or, if that is less,
 * the length of the outermost block; ZEROS, from nobody (ocr_dri_fill_zeros).
 * Where a whole dimension of src is replicated, each receiver takes the
 * copy of the sender with the same coordinates there as near[receiver's rank],
 * a rank of src; near NULL: rank of the receiver modulo the size of the sending
 * group. `near` has dst->group_size entries, each a rank of src. 0 or -ENOMEM.
 */
int ocr_dri_plan_make(struct dri_plan *p, const struct dri_shape *src,
		      const struct dri_shape *dst, enum dri_side side, int rank,
		      const int *near);

/* p is the plan of `rank`, of shape -> shape, and the elements that it owns are
 * at the same places of one memory on both sides: of what it has with itself
 * the plan keeps what goes to another place, in as many pairs as it takes.  0
 * or -ENOMEM, and then the plan is good for nothing but to be freed. */
int ocr_dri_plan_in_place(struct dri_plan *p, const struct dri_shape *shape,
			  int rank);
void ocr_dri_plan_free(struct dri_plan *p);

#endif
