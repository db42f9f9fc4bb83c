/* SPDX-License-Identifier: BSD-3-Clause */
/* arena.c - see arena.h.
 *
 *   base                         base + room      records
 *   | one extent of the arena, cut and merged |  | the arena's records |
 *
 * jemalloc never merges extents that it got separately.  So at open the arena
 * gets its whole part in one piece, and keeps it: what is freed is merged and
 * reused, and its pages are given back meanwhile.  The arena's own records
 * lie outside the window, where no other node can write.
 *
 * jemalloc says which parts of the extent it uses (commit), and which it has
 * not used for a while (decommit); so that is where the budget is kept.
 */
#include "fabric/arena.h"

#include "fabric/budget.h"

#include <errno.h>
#include <jemalloc/jemalloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* jemalloc adds a page or so to large blocks. */
#define PAD ((size_t)256 << 10)

/* An extent of 4 KiB, the smallest, has a record of 128 bytes. */
#define RECORDS_MIN	 ((size_t)16 << 20)
#define RECORDS_FRACTION 16

struct ocr_arena {
	extent_hooks_t hooks; /* first: hooks get no other argument */

	/* Fixed after open: */
	struct ocr_budget *budget;
	const struct ocr_window *window;
	char *base;
	size_t room;
	struct ocr_window records;
	unsigned id;
	bool is_open;
	size_t page;

	_Atomic uint64_t mapped; /* its share of the budget's */
	_Atomic size_t next;	 /* offset of what the arena has not got */
	_Atomic size_t records_next;
};

/* Takes size bytes at the first multiple of alignment from *next on. */
static void *
carve(char *base, size_t len, _Atomic size_t *next, size_t size,
      size_t alignment)
{
	size_t old = atomic_load_explicit(next, memory_order_relaxed);
	size_t at;

	do {
		at = (old + alignment - 1) & ~(alignment - 1);
		if (at > len || size > len - at)
			return NULL;
	} while (!atomic_compare_exchange_weak_explicit(next, &old, at + size,
							memory_order_relaxed,
							memory_order_relaxed));
	return base + at;
}

static void *
extent_alloc(extent_hooks_t *hooks, void *wanted, size_t size, size_t alignment,
	     bool *zero, bool *commit, unsigned id)
{
	struct ocr_arena *a = (struct ocr_arena *)hooks;

	(void)id;
	/* Both are memory that nobody has written to yet. */
	*zero = true;
	*commit = true;
	/* Blocks are never asked for at more than the start of a page. */
	if (alignment > a->page)
		return carve(a->records.base, a->records.len, &a->records_next,
			     size, alignment);
	if (wanted != NULL || a->is_open)
		return NULL;
	return carve(a->base, a->room, &a->next, size, a->page);
}

/* Refuses: the arena keeps the extent for later. */
static bool
extent_dalloc(extent_hooks_t *hooks, void *addr, size_t size, bool committed,
	      unsigned id)
{
	(void)hooks, (void)addr, (void)size, (void)committed, (void)id;
	return true;
}

/* True: refused, there is no budget for it. */
static bool
extent_commit(extent_hooks_t *hooks, void *addr, size_t size, size_t offset,
	      size_t length, unsigned id)
{
	struct ocr_arena *a = (struct ocr_arena *)hooks;
	struct ocr_budget *b = a->budget;
	bool pinned = atomic_load_explicit(&b->pinned, memory_order_relaxed);
	uint64_t now, peak, old, most;

	(void)addr, (void)size, (void)offset, (void)id;
	/* Relaxed: only the numbers matter. */
	most = ocr_budget_rest(
		b, atomic_load_explicit(&b->records, memory_order_relaxed));
	old = atomic_load_explicit(&b->mapped, memory_order_relaxed);
	do {
		/* What is pinned is there, and has been counted. */
		if (!pinned && (old > most || length > most - old))
			return true;
		now = old + length;
	} while (!atomic_compare_exchange_weak_explicit(&b->mapped, &old, now,
							memory_order_relaxed,
							memory_order_relaxed));
	peak = atomic_load_explicit(&b->peak, memory_order_relaxed);
	while (peak < now && !atomic_compare_exchange_weak_explicit(
				     &b->peak, &peak, now, memory_order_relaxed,
				     memory_order_relaxed))
		;
	atomic_fetch_add_explicit(&a->mapped, length, memory_order_relaxed);
	return false;
}

/* True: refused, the pages stay.  Pinned pages stay as well, but who takes
 * them next takes them from the budget. */
static bool
extent_decommit(extent_hooks_t *hooks, void *addr, size_t size, size_t offset,
		size_t length, unsigned id)
{
	struct ocr_arena *a = (struct ocr_arena *)hooks;
	struct ocr_budget *b = a->budget;

	(void)size, (void)id;
	if (!a->is_open)
		return false; /* nothing was touched or counted yet */
	if (!atomic_load_explicit(&b->pinned, memory_order_relaxed) &&
	    a->window->huge != OCR_HUGE_RESERVED &&
	    ocr_window_drop(a->window, (char *)addr + offset, length) != 0)
		return true;
	atomic_fetch_sub_explicit(&b->mapped, length, memory_order_relaxed);
	atomic_fetch_sub_explicit(&a->mapped, length, memory_order_relaxed);
	return false;
}

static bool
extent_split(extent_hooks_t *hooks, void *addr, size_t size, size_t size_a,
	     size_t size_b, bool committed, unsigned id)
{
	(void)hooks, (void)addr, (void)size, (void)size_a, (void)size_b;
	(void)committed, (void)id;
	return false;
}

/* The parts of the one extent. */
static bool
extent_merge(extent_hooks_t *hooks, void *addr_a, size_t size_a, void *addr_b,
	     size_t size_b, bool committed, unsigned id)
{
	(void)hooks, (void)addr_a, (void)size_a, (void)addr_b, (void)size_b;
	(void)committed, (void)id;
	return false;
}

static const extent_hooks_t window_hooks = {
	.alloc = extent_alloc,
	.dalloc = extent_dalloc,
	.commit = extent_commit,
	.decommit = extent_decommit,
	.split = extent_split,
	.merge = extent_merge,
};

static void
control(struct ocr_arena *a, const char *what)
{
	char name[40];

	snprintf(name, sizeof(name), "arena.%u.%s", a->id, what);
	mallctl(name, NULL, NULL, NULL, 0);
}

/* By default jemalloc gives back the pages of a free extent of 8 MiB or more at
 * once; the next large block then costs a page fault and a cleared page for
 * every 4 KiB, several times what it costs to move the bytes.  Without this
 * they are given back as those of all other extents, after a while. */
static void
keep_large_extents(struct ocr_arena *a)
{
	size_t never = SIZE_MAX;
	char name[48];

	snprintf(name, sizeof(name), "arena.%u.oversize_threshold", a->id);
	mallctl(name, NULL, NULL, &never, sizeof(never));
}

size_t
ocr_arena_room(size_t block)
{
	return (block + PAD + OCR_WINDOW_ALIGN - 1) & ~(OCR_WINDOW_ALIGN - 1);
}

/* Makes the arena take its whole part. */
static int
take_all(struct ocr_arena *a, size_t block)
{
	extent_hooks_t *hooks = &a->hooks;
	size_t n = sizeof(a->id);
	void *p;

	if (mallctl("arenas.create", &a->id, &n, &hooks, sizeof(hooks)) != 0)
		return -ENOMEM;
	keep_large_extents(a);
	p = mallocx(block, MALLOCX_ARENA(a->id) | MALLOCX_TCACHE_NONE);
	if (p == NULL) {
		control(a, "destroy");
		return -ENOMEM;
	}
	dallocx(p, MALLOCX_TCACHE_NONE);
	control(a, "purge");
	a->is_open = true;
	return 0;
}

int
ocr_arena_open(struct ocr_arena **out, struct ocr_budget *budget,
	       const struct ocr_window *w, char *base, size_t block)
{
	struct ocr_arena *a = calloc(1, sizeof(*a));
	size_t len;

	if (a == NULL)
		return -ENOMEM;
	a->hooks = window_hooks;
	a->budget = budget;
	a->window = w;
	a->base = base;
	a->room = ocr_arena_room(block);
	a->page = (size_t)sysconf(_SC_PAGESIZE);
	len = RECORDS_MIN + a->room / RECORDS_FRACTION;
	len -= len % a->page;
	if (ocr_window_map(&a->records, len, false, OCR_HUGE_NO) != 0)
		goto free_arena;
	if (take_all(a, block) != 0)
		goto unmap;
	*out = a;
	return 0;

unmap:
	ocr_window_unmap(&a->records);
free_arena:
	free(a);
	return -ENOMEM;
}

void
ocr_arena_close(struct ocr_arena *a)
{
	control(a, "destroy");
	ocr_window_unmap(&a->records);
	free(a);
}

uint64_t
ocr_arena_mapped(const struct ocr_arena *a)
{
	return atomic_load_explicit(&a->mapped, memory_order_relaxed);
}

unsigned
ocr_arena_id(const struct ocr_arena *a)
{
	return a->id;
}

void
ocr_arena_purge(struct ocr_arena *a)
{
	control(a, "purge");
}

void
ocr_arena_decay(struct ocr_arena *a)
{
	control(a, "decay");
}
