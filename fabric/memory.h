/* SPDX-License-Identifier: BSD-3-Clause */
/* memory.h - the memory that other nodes may read and write.
 *
 * One window of address space per node, registered once with the fabric.  For
 * each NUMA node it has a part, bound there, and a jemalloc arena carves it.
 * Knows nothing of blocks.
 * A window of a job of one node is never registered, and costs nothing.
 * Promise: alloc and free may run on any thread; no system call and no
 * registration on their usual path.
 */
#ifndef FABRIC_MEMORY_H
#define FABRIC_MEMORY_H

#include "fabric/numa.h"
#include "fabric/window.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ocr_memory;

struct ocr_memory_config {
	/* Most bytes, in whole pages, of allocations and what is kept for the
	 * next ones; 0: seven eighths of what the machine has, divided among
	 * n_local processes of this job on this host. */
	uint64_t limit_bytes;
	unsigned n_local;
	enum ocr_huge huge;
	const struct ocr_numa *numa; /* borrowed until close; NULL: one kind */
};

/* Reserves the window.  0 or -ENOMEM. */
int ocr_memory_open(struct ocr_memory **m, const struct ocr_memory_config *c);

/* Plain malloc memory whose window is the whole address space: for simulated
 * nodes, so that address sanitizers see every block. */
int ocr_memory_open_plain(struct ocr_memory **m);

/* Frees the window with all that is in it.  Threads that used it have ended,
 * or do not end meanwhile. */
void ocr_memory_close(struct ocr_memory *m);

/* The calling thread is bound to this NUMA node, so that is what its
 * allocations are near to.  Other threads get what is near to where they run
 * just then. */
void ocr_memory_settle(struct ocr_memory *m, unsigned numa);

/* At least len_bytes, aligned to 64 bytes; NULL when the limit is reached.  The
 * bytes are undefined.  len_bytes may be 0.  Memory of that kind, or another
 * if that has no more. */
void *ocr_memory_alloc_kind(struct ocr_memory *m, size_t len_bytes,
			    enum ocr_memory_kind kind);
void *ocr_memory_alloc(struct ocr_memory *m, size_t len_bytes);
void ocr_memory_free(struct ocr_memory *m, void *p);

/* The same for a block of which the caller knows the len_bytes that it asked
 * for; faster.  0: it may have asked for more. */
void ocr_memory_free_sized(struct ocr_memory *m, void *p, size_t len_bytes);

/* Takes so many bytes of the limit for what lies outside of the window, for as
 * long as it is open; the first few MiB are free.  False: there is no more of
 * it, or this process has all that the machine has for it. */
bool ocr_memory_charge(struct ocr_memory *m, uint64_t bytes);
/* That has been so. */
bool ocr_memory_is_full(const struct ocr_memory *m);

/* Where p lies in the window: the name by which other nodes read it. */
uint64_t ocr_memory_offset(const struct ocr_memory *m, const void *p);

/* The NUMA node that p's pages belong to, 0 where there is one only. */
unsigned ocr_memory_numa(const struct ocr_memory *m, const void *p);

/* Before the first allocation: no page of free memory will be given back, since
 * a network card has their physical addresses.  All parts together have room
 * for the limit then, each for its share.  0 or -ENOMEM, and it cannot be used.
 */
int ocr_memory_pin(struct ocr_memory *m);

/* Gives the pages of free memory back to the system now, but for what other
 * threads keep in their caches.  Without it that happens some ten seconds
 * after they were freed, while somebody allocates. */
void ocr_memory_trim(struct ocr_memory *m);

/* Bytes of the pages in use, or kept for the next use; 0 for plain memory. */
uint64_t ocr_memory_mapped(const struct ocr_memory *m);

void *ocr_memory_base(const struct ocr_memory *m);
uint64_t ocr_memory_len(const struct ocr_memory *m);
/* The file behind the window, which neighbours can map; -1: there is none.
 * The memory's, until close. */
int ocr_memory_fd(const struct ocr_memory *m);

/* For people: the pages that the window has.  Static text. */
const char *ocr_memory_pages(const struct ocr_memory *m);

/* NUMA nodes that it tells apart, and the bytes of the pages on one of them
 * that are in use, or kept for the next use. */
unsigned ocr_memory_n_numa(const struct ocr_memory *m);
uint64_t ocr_memory_numa_mapped(const struct ocr_memory *m, unsigned numa);

struct ocr_memory_stats {
	uint64_t window_bytes;	  /* of address space */
	uint64_t limit_bytes;	  /* most that may be mapped */
	uint64_t mapped_bytes;	  /* in use, or kept for the next use */
	uint64_t peak_bytes;	  /* most that was mapped at a time */
	uint64_t allocated_bytes; /* in live allocations */
	uint64_t live;		  /* live allocations */
	uint64_t records_bytes;	  /* charged for what lies elsewhere */
};
void ocr_memory_get_stats(const struct ocr_memory *m,
			  struct ocr_memory_stats *s);

#endif
