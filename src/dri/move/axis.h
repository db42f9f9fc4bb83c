/* SPDX-License-Identifier: BSD-3-Clause */
/* axis.h - the dimensions of a pair, sorted by how the receiver stores them.
 *
 * The elements of a pair are numbered as they are packed: along axis 0 first,
 * and along each axis in the order of its list.
 * Threads: any.
 */
#ifndef SRC_DRI_MOVE_AXIS_H
#define SRC_DRI_MOVE_AXIS_H

#include "src/dri/move/move.h"

struct dri_axis {
	const struct dri_meet *list;
	int64_t src_stride, dst_stride; /* elements */
	int64_t inner; /* elements of the pair in the axes before it */
};

/* Returns how many axes there are. */
int ocr_dri_axes(const struct dri_mover *m, const struct dri_pair *p,
		 struct dri_axis axis[]);

/* The series of the list that has its element i. */
size_t ocr_dri_axis_series(const struct dri_meet *list, int64_t i);

/* The run (of the list's runs) that has element i of a period of series s. */
size_t ocr_dri_axis_run(const struct dri_meet *list, const struct dri_series *s,
			int64_t i);

#endif
