/* SPDX-License-Identifier: BSD-3-Clause */
/* turn.h - copies a plane whose contiguous direction changes: a transposition.
 *
 * Knows one plane of elements; knows nothing of arrays and processes.
 * Promise: reads and writes each element once, whole cache lines at a time.
 * Threads: any; calls on different elements may run at the same time.
 */
#ifndef SRC_DRI_MOVE_TURN_H
#define SRC_DRI_MOVE_TURN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Element (i, j) lies at src + i * src_stride + j * elem_bytes and goes to
 * dst + i * elem_bytes + j * dst_stride; strides in bytes, of any sign. */
struct dri_plane {
	size_t elem_bytes; /* 1, 2, 4, 8 or 16 */
	int64_t ni, nj;
	int64_t src_stride, dst_stride;
	/* What is written is not read again soon: it may go past the caches. */
	bool stream;
};

/* No pointer needs to be aligned, but aligned ones are faster. */
void ocr_dri_turn(const struct dri_plane *p, const void *src, void *dst);

#endif
