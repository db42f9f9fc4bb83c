/* SPDX-License-Identifier: BSD-3-Clause */
/* memory.h - the memory that other nodes may read and write.
 *
 * One window of address space per node, registered once with the fabric; a
 * jemalloc arena carves its extents from it.  Knows nothing of blocks.
 * A window of a job of one node is never registered, and costs nothing.
 * Promise: alloc and free may run on any thread; no system call and no
 * registration on their usual path.
 */
#ifndef FABRIC_MEMORY_H
#define FABRIC_MEMORY_H

#include <stddef.h>
#include <stdint.h>

struct ocr_memory;

/* Reserves a window of limit_bytes (0: what the machine has, divided among
 * n_local processes of this job on this host).  0 or -ENOMEM. */
int ocr_memory_open(struct ocr_memory **m, uint64_t limit_bytes,
		    unsigned n_local);

/* Plain malloc memory whose window is the whole address space: for simulated
 * nodes, so that address sanitizers see every block. */
int ocr_memory_open_plain(struct ocr_memory **m);

/* Frees the window with all that is in it.  Threads that used it have ended,
 * or do not end meanwhile. */
void ocr_memory_close(struct ocr_memory *m);

/* At least len_bytes, aligned to 64 bytes; NULL when the window is full.  The
 * bytes are undefined.  len_bytes may be 0. */
void *ocr_memory_alloc(struct ocr_memory *m, size_t len_bytes);
void ocr_memory_free(struct ocr_memory *m, void *p);

/* Where p lies in the window: the name by which other nodes read it. */
uint64_t ocr_memory_offset(const struct ocr_memory *m, const void *p);

/* From now on no page of free memory is given back: a network card has their
 * physical addresses. */
void ocr_memory_pin(struct ocr_memory *m);

void *ocr_memory_base(const struct ocr_memory *m);
uint64_t ocr_memory_len(const struct ocr_memory *m);

struct ocr_memory_stats {
	uint64_t window_bytes;	  /* reserved */
	uint64_t mapped_bytes;	  /* in use, or kept for the next use */
	uint64_t allocated_bytes; /* in live allocations */
};
void ocr_memory_get_stats(const struct ocr_memory *m,
			  struct ocr_memory_stats *s);

#endif
