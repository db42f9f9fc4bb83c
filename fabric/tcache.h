/* SPDX-License-Identifier: BSD-3-Clause */
/* tcache.h - what each thread has of a memory: caches of its arenas, and counts
 * of what it did.  For memory.c.
 *
 * jemalloc's automatic caches serve automatic arenas only, so these are
 * explicit ones, each made when its thread first uses the arena.
 * Threads: a cache is its thread's, but for the counts, which anybody reads.
 */
#ifndef FABRIC_TCACHE_H
#define FABRIC_TCACHE_H

#include <jemalloc/jemalloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ocr_tally {
	_Atomic uint64_t allocated, freed; /* bytes */
	_Atomic uint64_t allocs, frees;
};

struct ocr_tcaches {
	/* Fixed after open: */
	pthread_key_t key; /* this thread's cache */
	unsigned n;	   /* arenas */
	uint64_t number;   /* of all that the process has opened */
	/* A leaf: under it only calls into jemalloc. */
	pthread_mutex_t lock;
	struct ocr_tcache *first; /* guarded by lock */
	/* Threads that have ended, or have no cache. */
	struct ocr_tally others;
};

/* Small blocks of the thread's own NUMA node that are free, by size.  A task
 * that makes blocks and destroys them gets them back from here, without a call
 * into jemalloc.  Each keeps OCR_STACK_BYTES at most.  What is here counts as
 * allocated in the tally, and not as live. */
#define OCR_STACK_SLOTS 64u
#define OCR_STACK_MAX	((size_t)14336) /* jemalloc's last small size */
#define OCR_STACK_BYTES ((size_t)32 << 10)
#define OCR_STACKS	28u

struct ocr_stack {
	_Atomic unsigned n; /* written by its thread, read by any */
	unsigned cap;	    /* 0: its thread is on no NUMA node */
	void *slot[OCR_STACK_SLOTS];
};

/* One thread's way into one arena. */
struct ocr_way {
	int flags;	 /* of mallocx; 0: not open yet */
	unsigned tcache; /* UINT32_MAX: jemalloc has no more of them */
};

struct ocr_tcache {
	struct ocr_tcaches *all;
	struct ocr_tcache *next, **link; /* guarded by all->lock */
	uint32_t numa;			 /* its thread's, or OCR_TCACHE_ROAMS */
	unsigned looks;			 /* allocations until the next look */
	struct ocr_tally tally;
	struct ocr_stack stacks[OCR_STACKS];
	struct ocr_way ways[];
};

#define OCR_TCACHE_ROAMS UINT32_MAX

/* So many allocations later a thread looks for what was freed a while ago:
 * jemalloc looks only when a thread's caches do not serve it. */
#define OCR_TCACHE_ALLOCS_PER_LOOK 4096u

/* 0 or -ENOMEM. */
int ocr_tcaches_open(struct ocr_tcaches *all, unsigned n);

/* Gives all that is cached back to the arenas.  Threads that have a cache have
 * ended, or do not end meanwhile. */
void ocr_tcaches_close(struct ocr_tcaches *all);

void ocr_tcache_open_way(struct ocr_tcache *c, unsigned i, unsigned arena);

/* The calling thread is on this NUMA node now. */
void ocr_tcache_settle(struct ocr_tcache *c, uint32_t numa);

/* Gives what c keeps back to the arenas. */
void ocr_tcache_flush(struct ocr_tcache *c);

/* Sums over all threads: what is in their stacks is freed.  `allocated` and
 * `allocs` are never too small against that. */
void ocr_tcaches_sum(struct ocr_tcaches *all, struct ocr_tally *sum);

/* The cache that this thread has asked for last, and of whom; a memory that was
 * closed has a number that no other will have.  Initial-exec, as
 * sched/worker.h. */
struct ocr_tcache_last {
	uint64_t of; /* 0: none */
	struct ocr_tcache *cache;
};
extern _Thread_local struct ocr_tcache_last ocr_tcache_last
	__attribute__((tls_model("initial-exec")));

/* The calling thread's; NULL when there is no memory for one. */
struct ocr_tcache *ocr_tcache_find(struct ocr_tcaches *all);
static inline struct ocr_tcache *
ocr_tcache_get(struct ocr_tcaches *all)
{
	return __builtin_expect(ocr_tcache_last.of == all->number, 1)
		       ? ocr_tcache_last.cache
		       : ocr_tcache_find(all);
}

/* What mallocx and dallocx want for this arena; c may be NULL. */
static inline int
ocr_tcache_flags(struct ocr_tcache *c, unsigned i, unsigned arena)
{
	if (!c)
		return MALLOCX_ARENA(arena) | MALLOCX_TCACHE_NONE;
	if (!c->ways[i].flags)
		ocr_tcache_open_way(c, i, arena);
	return c->ways[i].flags;
}

/* Which stack has the blocks of len_bytes <= OCR_STACK_MAX.  Its sizes are
 * those of jemalloc that are multiples of 64: up to 512 each of them, then four
 * for each doubling.  The first is for blocks without bytes. */
static inline unsigned
ocr_stack_index(size_t len_bytes)
{
	unsigned shift;

	if (len_bytes <= 512)
		return (unsigned)((len_bytes + 63) / 64);
	shift = 61 - (unsigned)__builtin_clzll(len_bytes - 1);
	return 4 * shift - 23 + (unsigned)((len_bytes - 1) >> shift);
}

/* The size of its blocks. */
static inline size_t
ocr_stack_size(unsigned index)
{
	if (index <= 8)
		return 64 * (size_t)(index + !index);
	return (size_t)((index - 9) % 4 + 5) << ((index - 9) / 4 + 7);
}

/* NULL: it is empty. */
static inline void *
ocr_stack_pop(struct ocr_stack *s)
{
	unsigned n = atomic_load_explicit(&s->n, memory_order_relaxed);

	if (!n)
		return NULL;
	atomic_store_explicit(&s->n, n - 1, memory_order_relaxed);
	return s->slot[n - 1];
}

/* False: it is full. */
static inline bool
ocr_stack_push(struct ocr_stack *s, void *p)
{
	unsigned n = atomic_load_explicit(&s->n, memory_order_relaxed);

	if (n == s->cap)
		return false;
	s->slot[n] = p;
	atomic_store_explicit(&s->n, n + 1, memory_order_relaxed);
	return true;
}

/* The owner writes alone, so this needs no locked instruction.  Release: pairs
 * with ocr_tcaches_sum(). */
static inline void
ocr_tally_add(_Atomic uint64_t *n, uint64_t by)
{
	atomic_store_explicit(
		n, atomic_load_explicit(n, memory_order_relaxed) + by,
		memory_order_release);
}

static inline void
ocr_tcache_count_alloc(struct ocr_tcaches *all, struct ocr_tcache *c,
		       uint64_t bytes)
{
	if (c) {
		ocr_tally_add(&c->tally.allocated, bytes);
		ocr_tally_add(&c->tally.allocs, 1);
		return;
	}
	atomic_fetch_add_explicit(&all->others.allocated, bytes,
				  memory_order_relaxed);
	atomic_fetch_add_explicit(&all->others.allocs, 1, memory_order_relaxed);
}

static inline void
ocr_tcache_count_free(struct ocr_tcaches *all, struct ocr_tcache *c,
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
