/* SPDX-License-Identifier: BSD-3-Clause */
/* straggler.h - what the window of a lane has left behind.
 *
 * Inside guidmap/ only.  A sorted list of rows; each is one chunk that still
 * lives, or a range of chunk numbers that were never used.  A number in no row
 * is gone.  So the memory is in proportion to the chunks that live, however
 * far the window has come.
 * Threads: peek from any thread, all others under the lane's lock.
 *
 * Which operations may run together:
 *   peek || append, claim, remove   rows are moved one word at a time under
 *                  the reader's eyes.  It may see any mixture and miss what is
 *                  there; what it returns is a pointer that once was in a row,
 *                  and ocr_chunk_read() or ocr_chunk_hold() find out whether
 *                  that is the chunk.  Tables that grew are kept.
 */
#ifndef GUIDMAP_STRAGGLER_H
#define GUIDMAP_STRAGGLER_H

#include "guidmap/chunk.h"

struct ocr_straggler_table;

struct ocr_stragglers {
	_Atomic(struct ocr_straggler_table *) table; /* NULL: never had any */
};

void ocr_stragglers_fini(struct ocr_stragglers *s, struct ocr_chunk_pool *p);

/* The chunk of that number or another one, or NULL. */
struct ocr_chunk *ocr_stragglers_peek(struct ocr_stragglers *s,
				      uint64_t number);

/* True: there is a row for the number; *c is its chunk, or NULL when the
 * number was never used. */
bool ocr_stragglers_find(struct ocr_stragglers *s, uint64_t number,
			 struct ocr_chunk **c);

/* Appends the numbers first..last, larger than all that are there; c is NULL
 * unless they are one.  0 or -ENOMEM. */
int ocr_stragglers_append(struct ocr_stragglers *s, struct ocr_chunk_pool *p,
			  uint64_t first, uint64_t last, struct ocr_chunk *c);

/* Gives a number that was never used, and has a row, its chunk.  0 or
 * -ENOMEM. */
int ocr_stragglers_claim(struct ocr_stragglers *s, struct ocr_chunk_pool *p,
			 uint64_t number, struct ocr_chunk *c);

/* The number's chunk is gone. */
void ocr_stragglers_remove(struct ocr_stragglers *s, uint64_t number);

/* Visits every chunk. */
void ocr_stragglers_each(struct ocr_stragglers *s,
			 void (*fn)(void *ctx, struct ocr_chunk *c), void *ctx);

#endif
