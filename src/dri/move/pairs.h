/* SPDX-License-Identifier: BSD-3-Clause */
/* pairs.h - transpositions in which the elements of records part, or meet:
 * complex numbers whose real and imaginary parts lie in two arrays on one side.
 *
 * Knows one plane; knows nothing of arrays and processes.
 * Promise: reads and writes each element once, and no byte besides; what lies
 * between is in the first cache.
 * Threads: any; calls on different elements may run at the same time.
 */
#ifndef SRC_DRI_MOVE_PAIRS_H
#define SRC_DRI_MOVE_PAIRS_H

#include "src/dri/move/turn.h"

#include <stddef.h>
#include <stdint.h>

/* A plane of records, of `few` elements each, 16 bytes at most; elem_bytes are
 * the record's, and a power of two. */
struct dri_pairs {
	struct dri_plane plane;
	int64_t few;
	/* Bytes from an element to the next of its record where they are apart;
	 * there a stride is that of elements. */
	int64_t far;
};

/* Records become elements, or elements records. */
void ocr_dri_part(const struct dri_pairs *p, const void *src, void *dst);
void ocr_dri_join(const struct dri_pairs *p, const void *src, void *dst);

#endif
