/* SPDX-License-Identifier: BSD-3-Clause */
/* shelf.h - large blocks of one arena that were freed and lie ready for the
 * next one of their size.  For memory.c.
 *
 * jemalloc keeps no such block for a thread: it takes some 2,500 instructions
 * to find one, as long as a fifth of what it takes to copy 64 KiB.
 * Knows nothing of limits: whoever finds no memory takes all that lies here.
 * Promise: a block that was put is got once.  Threads: any; no locks.
 *
 *            put                     take
 *   put      both may fill a slot:   takes the block or misses it
 *            one of them looks on
 *   take                             each block goes to one of them
 */
#ifndef FABRIC_SHELF_H
#define FABRIC_SHELF_H

#include "fabric/tcache.h"

/* Above what lies in the stacks of threads, up to 1 MiB. */
#define OCR_SHELF_FIRST OCR_STACKS
#define OCR_SHELF_MAX	((size_t)1 << 20)
#define OCR_SHELF_SIZES 25u
#define OCR_SHELF_SLOTS 4u
/* Of all sizes together, at most. */
#define OCR_SHELF_BYTES ((uint64_t)8 << 20)

/* All zero: empty, and nothing is put. */
struct ocr_shelf {
	uint64_t most; /* bytes; fixed before the first put */
	_Atomic uint64_t bytes;
	_Atomic(void *) slot[OCR_SHELF_SIZES][OCR_SHELF_SLOTS];
};

/* A limit of so many bytes leaves one part in 64 to what lies ready. */
static inline void
ocr_shelf_init(struct ocr_shelf *s, uint64_t limit_bytes)
{
	*s = (struct ocr_shelf){
		.most = limit_bytes / 64 < OCR_SHELF_BYTES ? limit_bytes / 64
							   : OCR_SHELF_BYTES,
	};
}

/* A block of len_bytes; false: there is no place for it, or none for any of its
 * size. */
bool ocr_shelf_put(struct ocr_shelf *s, void *p, size_t len_bytes);
/* NULL: there is none. */
void *ocr_shelf_take(struct ocr_shelf *s, size_t len_bytes);

/* Any block, for who gives all back; NULL: nothing lies here that was put
 * before. */
void *ocr_shelf_take_any(struct ocr_shelf *s);

#endif
