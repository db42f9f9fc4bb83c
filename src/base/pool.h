/* SPDX-License-Identifier: BSD-3-Clause */
/* pool.h - type-stable memory for objects of one size.
 *
 * What is freed stays an object of its type, so a thread that holds a stale
 * pointer may still lock it, see that the GUID is another one, and turn away
 * (guidmap/guidmap.h).  Memory goes back to the system when the pool closes.
 * New objects are zeroed; recycled ones are as they were left.
 * Threads: all functions from any thread.
 */
#ifndef SRC_BASE_POOL_H
#define SRC_BASE_POOL_H

#include "fabric/lock.h"
#include "fabric/memory.h"

#include <stddef.h>

#define OCR_POOL_MAGAZINE 64

/* Spare objects of one thread, so that most calls take no lock. */
struct ocr_magazine {
	unsigned n;
	void *spare[OCR_POOL_MAGAZINE];
};

struct ocr_pool {
	struct ocr_lock lock;
	/* Guarded by lock: */
	size_t size;
	void **spare;
	size_t n_spare, cap_spare;
	void **slabs;
	size_t n_slabs, cap_slabs;
	char *fresh; /* rest of the newest slab */
	size_t n_fresh;
	struct ocr_memory *memory; /* fixed; pays for the slabs, or NULL */
};

/* `memory` is borrowed; NULL: there is no limit. */
void ocr_pool_init(struct ocr_pool *p, size_t size, struct ocr_memory *memory);
void ocr_pool_fini(struct ocr_pool *p);

/* What is left when the magazine is empty, or full. */
void *ocr_pool_get_more(struct ocr_pool *p, struct ocr_magazine *m)
	__attribute__((noinline));
void ocr_pool_put_half(struct ocr_pool *p, struct ocr_magazine *m)
	__attribute__((noinline));

/* Of one that has some. */
static inline void *
ocr_magazine_take(struct ocr_magazine *m)
{
	return m->spare[--m->n];
}

/* `m` belongs to the calling thread and to this pool.  NULL: no memory. */
static inline void *
ocr_pool_get(struct ocr_pool *p, struct ocr_magazine *m)
{
	return __builtin_expect(m->n != 0, 1) ? ocr_magazine_take(m)
					      : ocr_pool_get_more(p, m);
}

static inline void
ocr_pool_put(struct ocr_pool *p, struct ocr_magazine *m, void *obj)
{
	if (__builtin_expect(m->n == OCR_POOL_MAGAZINE, 0))
		ocr_pool_put_half(p, m);
	m->spare[m->n++] = obj;
}

/* How many objects are out, or kept by threads for the next get. */
uint64_t ocr_pool_count(struct ocr_pool *p);

/* Visits every object of every slab, spare ones and untouched (zeroed) ones
 * included.  No other thread may be inside. */
void ocr_pool_each(struct ocr_pool *p, void (*fn)(void *ctx, void *obj),
		   void *ctx);
/* The same while others are inside: fn locks the object before it looks at it,
 * and may meet one that comes or goes. */
void ocr_pool_look(struct ocr_pool *p, void (*fn)(void *ctx, void *obj),
		   void *ctx);

#endif
