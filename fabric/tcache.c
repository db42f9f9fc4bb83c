/* SPDX-License-Identifier: BSD-3-Clause */
/* tcache.c - see tcache.h. */
#include "fabric/tcache.h"

#include <errno.h>
#include <stdlib.h>

_Thread_local struct ocr_tcache_last ocr_tcache_last;

static void
merge(_Atomic uint64_t *into, const _Atomic uint64_t *from)
{
	/* Acquire: pairs with ocr_tally_add() */
	atomic_fetch_add_explicit(
		into, atomic_load_explicit(from, memory_order_acquire),
		memory_order_relaxed);
}

static bool
has_tcache(const struct ocr_way *w)
{
	return w->flags && w->tcache != UINT32_MAX;
}

static void
empty_stacks(struct ocr_tcache *c)
{
	void *p;

	for (unsigned i = 0; i < OCR_STACKS; i++)
		while ((p = ocr_stack_pop(&c->stacks[i]))) {
			dallocx(p, MALLOCX_TCACHE_NONE);
			ocr_tcache_count_free(c->all, c, ocr_stack_size(i));
		}
}

/* Those of a thread that is on no NUMA node stay empty, and so does the first:
 * a block that has no bytes may have had some (ocr_memory_free_sized()). */
static void
open_stacks(struct ocr_tcache *c)
{
	size_t n;

	for (unsigned i = 1; i < OCR_STACKS; i++) {
		n = OCR_STACK_BYTES / ocr_stack_size(i);
		c->stacks[i].cap =
			n < OCR_STACK_SLOTS ? (unsigned)n : OCR_STACK_SLOTS;
	}
}

static void
drop_locked(struct ocr_tcache *c)
{
	struct ocr_tally *others = &c->all->others;

	empty_stacks(c);
	for (unsigned i = 0; i < c->all->n; i++)
		if (has_tcache(&c->ways[i]))
			mallctl("tcache.destroy", NULL, NULL,
				&c->ways[i].tcache, sizeof(unsigned));
	merge(&others->allocated, &c->tally.allocated);
	merge(&others->freed, &c->tally.freed);
	merge(&others->allocs, &c->tally.allocs);
	merge(&others->frees, &c->tally.frees);
	*c->link = c->next;
	if (c->next)
		c->next->link = c->link;
	free(c);
}

/* Its thread ends; other destructors may ask for memory still. */
static void
end(void *arg)
{
	struct ocr_tcache *c = arg;
	struct ocr_tcaches *all = c->all;

	ocr_tcache_last.of = 0;
	pthread_mutex_lock(&all->lock);
	drop_locked(c);
	pthread_mutex_unlock(&all->lock);
}

int
ocr_tcaches_open(struct ocr_tcaches *all, unsigned n)
{
	static _Atomic uint64_t opened;

	all->n = n;
	all->first = NULL;
	/* Relaxed: only the number matters. */
	all->number =
		atomic_fetch_add_explicit(&opened, 1, memory_order_relaxed) + 1;
	if (pthread_key_create(&all->key, end))
		return -ENOMEM;
	pthread_mutex_init(&all->lock, NULL);
	return 0;
}

void
ocr_tcaches_close(struct ocr_tcaches *all)
{
	/* No destructor runs from here on. */
	pthread_key_delete(all->key);
	while (all->first)
		drop_locked(all->first);
	pthread_mutex_destroy(&all->lock);
}

static struct ocr_tcache *
make(struct ocr_tcaches *all)
{
	struct ocr_tcache *c =
		calloc(1, sizeof(*c) + all->n * sizeof(*c->ways));

	if (!c)
		return NULL;
	if (pthread_setspecific(all->key, c)) {
		free(c);
		return NULL;
	}
	c->all = all;
	c->looks = OCR_TCACHE_ALLOCS_PER_LOOK;
	if (all->n > 1)
		c->numa = OCR_TCACHE_ROAMS;
	else
		open_stacks(c);
	pthread_mutex_lock(&all->lock);
	c->next = all->first;
	c->link = &all->first;
	if (c->next)
		c->next->link = &c->next;
	all->first = c;
	pthread_mutex_unlock(&all->lock);
	return c;
}

struct ocr_tcache *
ocr_tcache_find(struct ocr_tcaches *all)
{
	struct ocr_tcache *c = pthread_getspecific(all->key);

	if (!c)
		c = make(all);
	if (c)
		ocr_tcache_last = (struct ocr_tcache_last){all->number, c};
	return c;
}

void
ocr_tcache_open_way(struct ocr_tcache *c, unsigned i, unsigned arena)
{
	struct ocr_way *w = &c->ways[i];
	size_t n = sizeof(w->tcache);

	w->flags = MALLOCX_ARENA(arena);
	if (mallctl("tcache.create", &w->tcache, &n, NULL, 0) == 0) {
		w->flags |= MALLOCX_TCACHE(w->tcache);
	} else {
		w->tcache = UINT32_MAX;
		w->flags |= MALLOCX_TCACHE_NONE;
	}
}

void
ocr_tcache_settle(struct ocr_tcache *c, uint32_t numa)
{
	/* They are of the other one. */
	empty_stacks(c);
	open_stacks(c);
	c->numa = numa;
}

void
ocr_tcache_flush(struct ocr_tcache *c)
{
	empty_stacks(c);
	for (unsigned i = 0; i < c->all->n; i++)
		if (has_tcache(&c->ways[i]))
			mallctl("tcache.flush", NULL, NULL, &c->ways[i].tcache,
				sizeof(unsigned));
}

static void
sum_stacks(const struct ocr_tcache *c, struct ocr_tally *sum)
{
	unsigned n;

	for (unsigned i = 0; i < OCR_STACKS; i++) {
		n = atomic_load_explicit(&c->stacks[i].n, memory_order_relaxed);
		ocr_tally_add(&sum->frees, n);
		ocr_tally_add(&sum->freed, n * (uint64_t)ocr_stack_size(i));
	}
}

void
ocr_tcaches_sum(struct ocr_tcaches *all, struct ocr_tally *sum)
{
	struct ocr_tcache *c;

	*sum = (struct ocr_tally){0};
	pthread_mutex_lock(&all->lock);
	/* Freed first: what is freed later was allocated before, or lay in a
	 * stack. */
	merge(&sum->freed, &all->others.freed);
	merge(&sum->frees, &all->others.frees);
	for (c = all->first; c; c = c->next) {
		merge(&sum->freed, &c->tally.freed);
		merge(&sum->frees, &c->tally.frees);
	}
	for (c = all->first; c; c = c->next)
		sum_stacks(c, sum);
	merge(&sum->allocated, &all->others.allocated);
	merge(&sum->allocs, &all->others.allocs);
	for (c = all->first; c; c = c->next) {
		merge(&sum->allocated, &c->tally.allocated);
		merge(&sum->allocs, &c->tally.allocs);
	}
	pthread_mutex_unlock(&all->lock);
}
