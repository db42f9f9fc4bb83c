/* SPDX-License-Identifier: BSD-3-Clause */
/* arena.h - a part of the window, and the arena of jemalloc that carves it.
 *
 * Knows neither threads nor blocks; memory.c does.  What all arenas of a
 * memory may use together is their budget: pages count from when they are
 * taken until they are given back to the system.
 * Promise: an arena that may take no page says so by NULL, and is as before.
 * Threads: any, between open and close.
 */
#ifndef FABRIC_ARENA_H
#define FABRIC_ARENA_H

#include "fabric/window.h"

#include <stdatomic.h>

struct ocr_budget {
	uint64_t limit; /* fixed before the first arena */
	_Atomic uint64_t mapped, peak;
	_Atomic uint64_t records; /* bytes elsewhere that count as well */
	/* No page is given back: a network card has their addresses. */
	_Atomic bool pinned;
};

/* A job with few objects has the whole limit for its blocks. */
#define OCR_RECORDS_FREE ((uint64_t)4 << 20)

/* So much is left of the limit when records take `records` bytes. */
static inline uint64_t
ocr_budget_rest(const struct ocr_budget *b, uint64_t records)
{
	uint64_t n =
		records > OCR_RECORDS_FREE ? records - OCR_RECORDS_FREE : 0;

	return n < b->limit ? b->limit - n : 0;
}

struct ocr_arena;

/* So many bytes of window make an arena in which one block of block_bytes
 * fits. */
size_t ocr_arena_room(size_t block_bytes);

/* Takes over [base, base + ocr_arena_room(block_bytes)) of w.  The budget and
 * w are borrowed.  0 or -ENOMEM. */
int ocr_arena_open(struct ocr_arena **a, struct ocr_budget *budget,
		   const struct ocr_window *w, char *base, size_t block_bytes);

/* Whatever lies in it is gone. */
void ocr_arena_close(struct ocr_arena *a);

/* Bytes of its pages that are in use, or kept for the next use. */
uint64_t ocr_arena_mapped(const struct ocr_arena *a);

/* Its number, for MALLOCX_ARENA. */
unsigned ocr_arena_id(const struct ocr_arena *a);

/* Merges what was freed, and gives its pages back to the system. */
void ocr_arena_purge(struct ocr_arena *a);

/* The same for what was freed some ten seconds ago. */
void ocr_arena_decay(struct ocr_arena *a);

#endif
