/* SPDX-License-Identifier: BSD-3-Clause */
/* shape.h - a global array split over a grid of processes and stored by them.
 *
 * All dimensions together: a distribution without handles, names and the
 * caller's rank.  A process's blocks lie side by side in one array of as many
 * dimensions, so that one set of strides serves them all.
 * Knows neither processes nor bytes.
 * Threads: any.
 */
#ifndef SRC_DRI_SHAPE_SHAPE_H
#define SRC_DRI_SHAPE_SHAPE_H

#include "dri.h"
#include "src/dri/shape/split.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* On the wire as well; all bytes of unused dimensions are zero, so that memcmp
 * tells whether two are the same. */
struct dri_shape_dim {
	struct dri_split_spec split;
	int32_t order;	 /* 0: the most contiguous */
	int32_t uniform; /* 0 or 1 */
	int64_t spacing; /* >= 1: DRI_Layout_create's stride */
};

struct dri_shape_spec {
	int32_t ndims;
	int32_t zero;
	struct dri_shape_dim dim[DRI_MAX_DIMS];
};

struct dri_shape {
	int ndims;
	int group_size; /* the product of procs */
	struct dri_split split[DRI_MAX_DIMS];
	int order[DRI_MAX_DIMS];
	bool uniform[DRI_MAX_DIMS];
	int64_t spacing[DRI_MAX_DIMS];
};

/* Checks everything, hostile bytes too: DRI_SUCCESS, or the status of what is
 * wrong and in *why (static text) the cause.  Afterwards the storage of any
 * rank has no more than INT64_MAX / 64 elements. */
int ocr_dri_shape_make(struct dri_shape *s, const struct dri_shape_spec *spec,
		       const char **why);

/* Chooses the zeros in procs[d] of the spec so that their product is
 * group_size: 1 in whole dimensions if others are free; else so that as many
 * processes as possible own something, and then that blocks have as little
 * surface as possible.  DRI_SUCCESS or DRI_ERR_GROUP_DIMS. */
int ocr_dri_shape_choose(struct dri_shape_spec *spec, int group_size);

/* rank = c0 + procs[0] * (c1 + procs[1] * ...), and back. */
void ocr_dri_shape_coords(const struct dri_shape *s, int rank, int coord[]);
int ocr_dri_shape_rank(const struct dri_shape *s, const int coord[]);

/* Elements between neighbours in each dimension in the memory of `rank`;
 * returns the elements of its buffers.  A process that owns nothing needs none,
 * but where the layout is uniform: its buffers are as large as the others'. */
int64_t ocr_dri_shape_strides(const struct dri_shape *s, int rank,
			      int64_t stride[]);

/* For people: the first number in which two of as many dimensions differ;
 * empty: none. */
void ocr_dri_shape_compare(const struct dri_shape_spec *a,
			   const struct dri_shape_spec *b, char *text,
			   size_t len);

#endif
