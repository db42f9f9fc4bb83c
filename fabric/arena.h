/* SPDX-License-Identifier: BSD-3-Clause */
/* arena.h - a part of the window, and the arena of jemalloc that carves it.
 *
 * Knows neither threads nor blocks; memory.c does.  Its pages count in the
 * budget from when they are taken until they are given back to the system.
 * Promise: an arena that may take no page says so by NULL, and is as before.
 * Threads: any, between open and close.
 */
#ifndef FABRIC_ARENA_H
#define FABRIC_ARENA_H

#include "fabric/window.h"

struct ocr_arena;
struct ocr_budget;

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
