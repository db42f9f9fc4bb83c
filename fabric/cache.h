/* SPDX-License-Identifier: BSD-3-Clause */
/* cache.h - what each thread has of a memory: caches of its arenas, and counts
 * of what it did.  For memory.c.
 *
 * jemalloc's automatic caches serve automatic arenas only, so these are
 * explicit ones, each made when its thread first uses the arena.
 * Threads: a cache is its thread's, but for the counts, which anybody reads.
 */
#ifndef FABRIC_CACHE_H
#define FABRIC_CACHE_H

#include <jemalloc/jemalloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ocr_tally {
	_Atomic uint64_t allocated, freed; /* bytes */
	_Atomic uint64_t allocs, frees;
};

struct ocr_caches {
	/* Fixed after open: */
	pthread_key_t key; /* this thread's cache */
	unsigned n;	   /* arenas */
	/* A leaf: under it only calls into jemalloc. */
	pthread_mutex_t lock;
	struct ocr_cache *first; /* guarded by lock */
	/* Threads that have ended, or have no cache. */
	struct ocr_tally others;
};

/* One thread's way into one arena. */
struct ocr_way {
	int flags;	 /* of mallocx; 0: not open yet */
	unsigned tcache; /* UINT32_MAX: jemalloc has no more of them */
};

struct ocr_cache {
	struct ocr_caches *all;
	struct ocr_cache *next, **link; /* guarded by all->lock */
	uint32_t numa;			/* its thread's, or OCR_CACHE_ROAMS */
	struct ocr_tally tally;
	struct ocr_way ways[];
};

#define OCR_CACHE_ROAMS UINT32_MAX

#define OCR_CACHE_ALLOCS_PER_LOOK 4096

/* 0 or -ENOMEM. */
int ocr_caches_open(struct ocr_caches *all, unsigned n);

/* Gives all that is cached back to the arenas.  Threads that have a cache have
 * ended, or do not end meanwhile. */
void ocr_caches_close(struct ocr_caches *all);

struct ocr_cache *ocr_cache_make(struct ocr_caches *all);
void ocr_cache_open_way(struct ocr_cache *c, unsigned i, unsigned arena);

/* Gives what c keeps back to the arenas. */
void ocr_cache_flush(struct ocr_cache *c);

/* Sums over all threads; `allocated` and `allocs` are never too small against
 * what was freed. */
void ocr_caches_sum(struct ocr_caches *all, struct ocr_tally *sum);

/* The calling thread's; NULL when there is no memory for one. */
static inline struct ocr_cache *
ocr_cache_get(struct ocr_caches *all)
{
	struct ocr_cache *c = pthread_getspecific(all->key);

	return c ? c : ocr_cache_make(all);
}

/* What mallocx and dallocx want for this arena; c may be NULL. */
static inline int
ocr_cache_flags(struct ocr_cache *c, unsigned i, unsigned arena)
{
	if (!c)
		return MALLOCX_ARENA(arena) | MALLOCX_TCACHE_NONE;
	if (!c->ways[i].flags)
		ocr_cache_open_way(c, i, arena);
	return c->ways[i].flags;
}

/* The owner writes alone, so this needs no locked instruction. */
static inline void
ocr_tally_add(_Atomic uint64_t *n, uint64_t by)
{
	atomic_store_explicit(
		n, atomic_load_explicit(n, memory_order_relaxed) + by,
		memory_order_relaxed);
}

/* True: it is time to look for what was freed a while ago.  jemalloc looks only
 * when a thread's caches do not serve it. */
static inline bool
ocr_cache_count_alloc(struct ocr_caches *all, struct ocr_cache *c,
		      uint64_t bytes)
{
	if (c) {
		ocr_tally_add(&c->tally.allocated, bytes);
		ocr_tally_add(&c->tally.allocs, 1);
		return atomic_load_explicit(&c->tally.allocs,
					    memory_order_relaxed) %
			       OCR_CACHE_ALLOCS_PER_LOOK ==
		       0;
	}
	atomic_fetch_add_explicit(&all->others.allocated, bytes,
				  memory_order_relaxed);
	atomic_fetch_add_explicit(&all->others.allocs, 1, memory_order_relaxed);
	return false;
}

static inline void
ocr_cache_count_free(struct ocr_caches *all, struct ocr_cache *c,
		     uint64_t bytes)
{
	if (c) {
		ocr_tally_add(&c->tally.freed, bytes);
		ocr_tally_add(&c->tally.frees, 1);
		return;
	}
	atomic_fetch_add_explicit(&all->others.freed, bytes,
				  memory_order_relaxed);
	atomic_fetch_add_explicit(&all->others.frees, 1, memory_order_relaxed);
}

#endif
