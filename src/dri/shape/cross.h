/* SPDX-License-Identifier: BSD-3-Clause */
/* cross.h - two splits of one dimension: what each process of one side has of
 * what each of the other stores.
 *
 * The runs of a sender and a receiver come in the order of the receiver's
 * memory, and are the same whichever of them asks.
 * Knows one dimension.
 * Threads: any.
 */
#ifndef SRC_DRI_SHAPE_CROSS_H
#define SRC_DRI_SHAPE_CROSS_H

#include "src/dri/shape/list.h"
#include "src/dri/shape/split.h"

/* n lists of what moves from src to dst, of the process `coord` on `side`: by
 * coordinate on the other side; one, for all, if that is a whole dimension.
 * NULL: no memory. */
struct dri_list *ocr_dri_cross(const struct dri_split *src,
			       const struct dri_split *dst, enum dri_side side,
			       int coord, int n);

/* What a process has of what it stores itself, in the same memory: two lists,
 * of what stays at its place and of what is copied to another.  NULL: no
 * memory. */
struct dri_list *ocr_dri_cross_own(const struct dri_split *s, int coord);

void ocr_dri_lists_free(struct dri_list *lists, int n);

#endif
