/* SPDX-License-Identifier: BSD-3-Clause */
/* pool.c - slabs, a shared list of spare objects, and magazines before it. */
#include "src/base/pool.h"

#include <stdlib.h>
#include <string.h>

#define SLAB_OBJECTS 128

void
ocr_pool_init(struct ocr_pool *p, size_t size, struct ocr_memory *memory)
{
	memset(p, 0, sizeof(*p));
	p->size = (size + 63) & ~(size_t)63;
	p->memory = memory;
}

void
ocr_pool_fini(struct ocr_pool *p)
{
	for (size_t i = 0; i < p->n_slabs; i++)
		free(p->slabs[i]);
	free(p->slabs);
	free(p->spare);
	memset(p, 0, sizeof(*p));
}

static int
grow(void ***list, size_t *cap, size_t want)
{
	size_t n = *cap ? *cap * 2 : 64;
	void **more;

	if (want <= *cap)
		return 0;
	while (n < want)
		n *= 2;
	more = realloc(*list, n * sizeof(void *));
	if (!more)
		return -1;
	*list = more;
	*cap = n;
	return 0;
}

static int
slab_add_locked(struct ocr_pool *p)
{
	void *slab = NULL;

	if (p->memory && !ocr_memory_charge(p->memory, p->size * SLAB_OBJECTS))
		return -1;
	if (grow(&p->slabs, &p->cap_slabs, p->n_slabs + 1) ||
	    posix_memalign(&slab, 64, p->size * SLAB_OBJECTS))
		return -1;
	memset(slab, 0, p->size * SLAB_OBJECTS);
	p->slabs[p->n_slabs++] = slab;
	p->fresh = slab;
	p->n_fresh = SLAB_OBJECTS;
	return 0;
}

/* Into an empty one: half a magazine at once, so that a thread which only gets,
 * or only puts, still takes the lock rarely. */
static void
refill(struct ocr_pool *p, struct ocr_magazine *m)
{
	unsigned half = OCR_POOL_MAGAZINE / 2;

	ocr_lock(&p->lock, OCR_LOCK_POOL);
	if (p->n_spare) {
		m->n = p->n_spare < half ? (unsigned)p->n_spare : half;
		p->n_spare -= m->n;
		memcpy(m->spare, &p->spare[p->n_spare], m->n * sizeof(void *));
	}
	while (m->n < half) {
		if (!p->n_fresh && slab_add_locked(p))
			break;
		m->spare[m->n++] = p->fresh;
		p->fresh += p->size;
		p->n_fresh--;
	}
	ocr_unlock(&p->lock, OCR_LOCK_POOL);
}

void *
ocr_pool_get_more(struct ocr_pool *p, struct ocr_magazine *m)
{
	refill(p, m);
	return m->n ? m->spare[--m->n] : NULL;
}

void
ocr_pool_put_half(struct ocr_pool *p, struct ocr_magazine *m)
{
	unsigned half = OCR_POOL_MAGAZINE / 2;

	ocr_lock(&p->lock, OCR_LOCK_POOL);
	/* Without memory for the list the objects rest in their slab until the
	 * pool closes: lost, not leaked. */
	if (!grow(&p->spare, &p->cap_spare, p->n_spare + half)) {
		memcpy(&p->spare[p->n_spare], &m->spare[half],
		       half * sizeof(void *));
		p->n_spare += half;
	}
	m->n = half;
	ocr_unlock(&p->lock, OCR_LOCK_POOL);
}

static char *
slab_at(struct ocr_pool *p, size_t i)
{
	char *slab;

	ocr_lock(&p->lock, OCR_LOCK_POOL);
	slab = i < p->n_slabs ? p->slabs[i] : NULL;
	ocr_unlock(&p->lock, OCR_LOCK_POOL);
	return slab;
}

void
ocr_pool_look(struct ocr_pool *p, void (*fn)(void *ctx, void *obj), void *ctx)
{
	char *slab;

	for (size_t i = 0; (slab = slab_at(p, i)); i++)
		for (size_t k = 0; k < SLAB_OBJECTS; k++)
			fn(ctx, slab + k * p->size);
}

uint64_t
ocr_pool_count(struct ocr_pool *p)
{
	uint64_t n;

	ocr_lock(&p->lock, OCR_LOCK_POOL);
	n = p->n_slabs * SLAB_OBJECTS - p->n_spare - p->n_fresh;
	ocr_unlock(&p->lock, OCR_LOCK_POOL);
	return n;
}

void
ocr_pool_each(struct ocr_pool *p, void (*fn)(void *ctx, void *obj), void *ctx)
{
	for (size_t i = 0; i < p->n_slabs; i++)
		for (size_t k = 0; k < SLAB_OBJECTS; k++)
			fn(ctx, (char *)p->slabs[i] + k * p->size);
}
