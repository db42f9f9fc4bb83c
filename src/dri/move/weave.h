/* SPDX-License-Identifier: BSD-3-Clause */
/* weave.h - a few long rows of small elements to records of one each, and back.
 *
 *	rows		 a a a a a a a a	records	 a b c a b c a b c
 *	(`few`: 3)	 b b b b b b b b		 a b c a b c a b c
 *			 c c c c c c c c		 a b c a b c
 *
 * Knows bytes alone.
 * Promise: touches the elements that it says it has moved, and no byte besides.
 * Threads: any; calls on different elements may run at the same time.
 */
#ifndef SRC_DRI_MOVE_WEAVE_H
#define SRC_DRI_MOVE_WEAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DRI_WEAVE_MOST 8

/* How elements are shuffled, which is worth knowing for many rows. */
struct dri_weave {
	size_t elem_bytes;
	int64_t few; /* rows; elements of a record, which follow one another */
	bool to_records;
	bool can; /* else it does not pay, or this processor cannot */
	/* Rows go past the caches; they and the stride are whole lines.  A
	 * fence is the caller's. */
	bool stream;
	/* [vector that is written][that is read]: which byte, or none. */
	_Alignas(16) int8_t byte[DRI_WEAVE_MOST][DRI_WEAVE_MOST][16];
};

void ocr_dri_weave_init(struct dri_weave *w, size_t elem_bytes, int64_t few,
			bool to_records);

/* n records; in rows elements follow one another, and from a row to the next
 * there are `stride` bytes, of any sign.  Returns how many records were done,
 * from the first one on: all but fewer than 32, or none. */
int64_t ocr_dri_weave(const struct dri_weave *w, int64_t n, int64_t stride,
		      const void *src, void *dst);

#endif
