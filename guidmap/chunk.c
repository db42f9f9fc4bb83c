/* SPDX-License-Identifier: BSD-3-Clause */
/* chunk.c - the pool of chunks, and how a life begins. */
#include "guidmap/chunk.h"

#include <stdlib.h>
#include <string.h>

/* Fills 31 KiB, which allocators serve with little waste. */
#define SLAB_CHUNKS 15

struct ocr_chunk_slab {
	_Alignas(64) struct ocr_chunk_slab *next;
	struct ocr_chunk chunk[SLAB_CHUNKS];
};

static void
lock(struct ocr_chunk_pool *p)
{
	ocr_lock(&p->lock, OCR_LOCK_GUIDMAP);
}

static void
unlock(struct ocr_chunk_pool *p)
{
	ocr_unlock(&p->lock, OCR_LOCK_GUIDMAP);
}

/* Of a chunk that is ours alone: the number of its last life. */
static uint64_t
lifetime(struct ocr_chunk *c)
{
	return atomic_load_explicit(&c->life, memory_order_relaxed) >>
	       OCR_CHUNK_HOLDS_BITS;
}

/* A new slab's first chunk; the others become spare ones. */
static struct ocr_chunk *
grow(struct ocr_chunk_pool *p)
{
	struct ocr_chunk_slab *s = aligned_alloc(64, sizeof(*s));
	int i;

	if (!s)
		return NULL;
	memset(s, 0, sizeof(*s)); /* no holds: nobody can take it for alive */
	atomic_fetch_add_explicit(&p->bytes, sizeof(*s), memory_order_relaxed);
	lock(p);
	s->next = p->slabs;
	p->slabs = s;
	for (i = 1; i < SLAB_CHUNKS; i++) {
		s->chunk[i].next_free = p->free;
		p->free = &s->chunk[i];
	}
	unlock(p);
	return &s->chunk[0];
}

void
ocr_chunk_pool_init(struct ocr_chunk_pool *p)
{
	memset(p, 0, sizeof(*p));
	ocr_lock_init(&p->lock);
}

void
ocr_chunk_pool_fini(struct ocr_chunk_pool *p)
{
	struct ocr_chunk_slab *s;

	while ((s = p->slabs)) {
		p->slabs = s->next;
		free(s);
	}
}

struct ocr_chunk *
ocr_chunk_get(struct ocr_chunk_pool *p)
{
	struct ocr_chunk *c;
	uint64_t fresh;
	unsigned i;

	lock(p);
	c = p->free;
	if (c)
		p->free = c->next_free;
	unlock(p);
	if (!c)
		c = grow(p);
	if (!c)
		return NULL;
	fresh = ocr_chunk_fresh(lifetime(c) + 1);
	for (i = 0; i < OCR_GUID_CHUNK; i++) /* pairs with ocr_chunk_read() */
		atomic_store_explicit(&c->slot[i], fresh, memory_order_release);
	for (i = 0; i < OCR_GUID_CHUNK / 64; i++)
		atomic_store_explicit(&c->claimed[i], 0, memory_order_relaxed);
	return c;
}

void
ocr_chunk_put(struct ocr_chunk_pool *p, struct ocr_chunk *c)
{
	lock(p);
	c->next_free = p->free;
	p->free = c;
	unlock(p);
}

void
ocr_chunk_begin(struct ocr_chunk_pool *p, struct ocr_chunk *c,
		struct ocr_lane *lane, uint64_t number)
{
	uint64_t life = (lifetime(c) + 1) << OCR_CHUNK_HOLDS_BITS;

	/* pairs with ocr_chunk_is_of() */
	atomic_store_explicit(&c->lane, lane, memory_order_release);
	atomic_store_explicit(&c->number, number, memory_order_release);
	/* pairs with ocr_chunk_read() and ocr_chunk_hold() */
	atomic_store_explicit(&c->life, life | OCR_GUID_CHUNK,
			      memory_order_release);
	atomic_fetch_add_explicit(&p->living, 1, memory_order_relaxed);
}
