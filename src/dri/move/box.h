/* SPDX-License-Identifier: BSD-3-Clause */
/* box.h - copies a box of elements between two memories with strides.
 *
 * Knows strides and bytes; knows nothing of arrays and processes.
 * Promise: touches the box and no byte besides; goes over it once, in runs
 * where there are runs, and in tiles where the order of dimensions changes.
 * Threads: any; calls on different elements may run at the same time.
 */
#ifndef SRC_DRI_MOVE_BOX_H
#define SRC_DRI_MOVE_BOX_H

#include "dri.h"

#include <stddef.h>
#include <stdint.h>

/* Each dimension of an array may become three: elements of a run, runs like it,
 * and periods of them; and an element has parts. */
#define DRI_BOX_DIMS (3 * DRI_MAX_DIMS + 1)

struct dri_box_dim {
	int64_t n;	  /* > 1 */
	int64_t src, dst; /* bytes to the next; src may be 0 or negative */
};

/* Empty at first: one element. */
struct dri_box {
	size_t elem_bytes; /* often a power of two up to 16 */
	int n;
	struct dri_box_dim dim[DRI_BOX_DIMS]; /* dst grows */
};

/* Adds the next outer dimension, joined to the one before if both memories
 * allow it; dst is not less than that of those before. */
static inline void
ocr_dri_box_add(struct dri_box *b, int64_t n, int64_t src, int64_t dst)
{
	struct dri_box_dim *d = b->n > 0 ? &b->dim[b->n - 1] : NULL;

	if (n == 1)
		return;
	if (d != NULL && src == d->n * d->src && dst == d->n * d->dst)
		d->n *= n;
	else
		b->dim[b->n++] = (struct dri_box_dim){n, src, dst};
}

/* `stream`: so much is moved by this and more calls that it does not stay in
 * the caches. */
void ocr_dri_box_copy(const struct dri_box *b, const void *src, void *dst,
		      int stream);

/* Writes zeros; src does not matter. */
void ocr_dri_box_zero(const struct dri_box *b, void *dst);

#endif
