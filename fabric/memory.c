/* SPDX-License-Identifier: BSD-3-Clause */
/* memory.c - one window, an arena for each NUMA node, caches for each thread.
 *
 *   base           room           room
 *   | arena 0      | arena 1      | ...
 *
 * Each arena has room for all that the limit allows, so that it does not matter
 * which of them is used; the budget that they share keeps the limit.
 */
#define _GNU_SOURCE /* getcpu */
#include "fabric/memory.h"

#include "fabric/arena.h"
#include "fabric/budget.h"
#include "fabric/log.h"
#include "fabric/poison.h"
#include "fabric/shelf.h"
#include "fabric/tcache.h"

#include <errno.h>
#include <jemalloc/jemalloc.h>
#include <malloc.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All sizes are rounded up to it; jemalloc's size classes that are multiples
 * of it are aligned to it. */
#define ALIGN_BYTES ((size_t)64)

/* One part of so many of the machine stays free of this job. */
#define SHARE_PARTS 16

/* Address space is cheap, and jemalloc needs some to play with. */
#define ROOM_MIN   ((uint64_t)64 << 20)
#define WINDOW_MAX (UINT64_C(1) << 46)

struct ocr_memory {
	/* Fixed after open and pin: */
	bool plain;
	unsigned n; /* arenas */
	size_t room;
	struct ocr_window window;
	struct ocr_arena *arena[OCR_NUMA_MAX];
	const struct ocr_numa *numa;
	enum ocr_huge huge;
	bool shared;
	bool is_default; /* the limit was not given */

	struct ocr_budget budget;
	_Atomic bool is_full; /* a charge was refused */
	struct ocr_tcaches caches;
	struct ocr_shelf shelf[OCR_NUMA_MAX]; /* of each arena */
	struct ocr_poison poison;
};

/* -- The window ------------------------------------------------------------ */

static void
close_arenas(struct ocr_memory *m, unsigned n)
{
	while (n > 0)
		ocr_arena_close(m->arena[--n]);
	ocr_window_unmap(&m->window);
}

static int
open_arena(struct ocr_memory *m, unsigned i, size_t block)
{
	char *base = m->window.base + i * m->room;
	int err;

	if (m->n > 1) {
		err = ocr_numa_bind(m->numa, i, base, m->room);
		if (err != 0)
			ocr_log_info(OCR_LOG_NOBODY,
				     "memory is not bound to NUMA node %u: %s",
				     i, strerror(-err));
	}
	/* Those who need little are not to pay for a large page. */
	ocr_window_advise(&m->window, base + OCR_WINDOW_ALIGN,
			  m->room - OCR_WINDOW_ALIGN);
	return ocr_arena_open(&m->arena[i], &m->budget, &m->window, base,
			      block);
}

/* Arenas in each of which a block of `want` bytes fits, but for the largest of
 * machines. */
static int
open_arenas(struct ocr_memory *m, uint64_t want)
{
	size_t block;
	unsigned i;

	if (want < ROOM_MIN)
		want = ROOM_MIN;
	if (want > WINDOW_MAX / m->n)
		want = WINDOW_MAX / m->n;
	block = nallocx((size_t)want, 0);
	if (block == 0)
		return -ENOMEM;
	m->room = ocr_arena_room(block);
	if (ocr_window_map(&m->window, m->n * m->room, m->shared, m->huge) != 0)
		return -ENOMEM;
	if (m->huge == OCR_HUGE_RESERVED && m->window.huge != m->huge)
		ocr_log_info(OCR_LOG_NOBODY,
			     "OCR_HUGE_PAGES=reserved: fewer pages are set "
			     "aside (/proc/sys/vm/nr_hugepages) than the %zu "
			     "MiB of the window take, so transparent ones serve",
			     m->window.len >> 20);
	for (i = 0; i < m->n; i++) {
		if (open_arena(m, i, block) != 0) {
			close_arenas(m, i);
			return -ENOMEM;
		}
		ocr_shelf_init(&m->shelf[i], m->budget.limit / m->n);
	}
	return 0;
}

/* A default that the system refuses (limits on address space, strict
 * overcommit) is tried smaller; so is the room for one that was given, as far
 * as all together have enough. */
static int
open_window(struct ocr_memory *m)
{
	uint64_t want = m->budget.limit, least = want / m->n;

	if (m->is_default || least < ROOM_MIN)
		least = ROOM_MIN;
	while (open_arenas(m, want) != 0) {
		if (want <= least)
			return -ENOMEM;
		want /= 2;
		if (want < least)
			want = least;
		if (m->is_default)
			m->budget.limit = want;
	}
	return 0;
}

static uint64_t
whole_pages(uint64_t bytes)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	return bytes > UINT64_MAX - page ? UINT64_MAX - UINT64_MAX % page
					 : (bytes + page - 1) / page * page;
}

static uint64_t
machine_share(unsigned n_local)
{
	return ocr_window_machine_bytes() / (n_local ? n_local : 1);
}

/* An eighth is left for the system, the program and the runtime's records. */
static uint64_t
default_limit(unsigned n_local)
{
	uint64_t n = machine_share(n_local) / 8 * 7;

	return n < ROOM_MIN ? ROOM_MIN : n;
}

int
ocr_memory_open(struct ocr_memory **out, const struct ocr_memory_config *c)
{
	struct ocr_memory *m = calloc(1, sizeof(*m));

	if (m == NULL)
		return -ENOMEM;
	/* Private pages cost less, and can be large; there is no neighbour
	 * who would want to share them. */
	m->shared = c->n_local > 1;
	m->huge = c->huge;
	m->numa = c->numa;
	m->n = c->numa != NULL ? ocr_numa_count(c->numa) : 1;
	m->is_default = c->limit_bytes == 0;
	m->budget.share =
		machine_share(c->n_local) / SHARE_PARTS * (SHARE_PARTS - 1);
	m->budget.limit = whole_pages(m->is_default ? default_limit(c->n_local)
						    : c->limit_bytes);
	if (ocr_tcaches_open(&m->caches, m->n) != 0)
		goto free_memory;
	if (open_window(m) != 0)
		goto close_caches;
	*out = m;
	return 0;

close_caches:
	ocr_tcaches_close(&m->caches);
free_memory:
	free(m);
	return -ENOMEM;
}

int
ocr_memory_open_plain(struct ocr_memory **out)
{
	struct ocr_memory *m = calloc(1, sizeof(*m));

	if (m == NULL)
		return -ENOMEM;
	m->plain = true;
	m->budget.limit = UINT64_MAX;
	m->budget.share = UINT64_MAX;
	if (ocr_tcaches_open(&m->caches, 0) != 0) {
		free(m);
		return -ENOMEM;
	}
	*out = m;
	return 0;
}

void
ocr_memory_close(struct ocr_memory *m)
{
	ocr_tcaches_close(&m->caches);
	ocr_poison_nothing(&m->poison, m->window.base);
	if (m->n > 0)
		close_arenas(m, m->n);
	free(m);
}

int
ocr_memory_pin(struct ocr_memory *m)
{
	int err = 0;

	atomic_store_explicit(&m->budget.pinned, true, memory_order_relaxed);
	if (m->n > 1) {
		close_arenas(m, m->n);
		err = open_arenas(m, m->budget.limit / m->n);
		if (err != 0)
			m->n = 0;
	}
	return err;
}

/* -- Allocation ------------------------------------------------------------ */

static void *
alloc_plain(struct ocr_memory *m, size_t len_bytes)
{
	void *p;

	if (posix_memalign(&p, ALIGN_BYTES, len_bytes ? len_bytes : 1) != 0)
		return NULL;
	ocr_tcache_count_alloc(&m->caches, NULL, malloc_usable_size(p));
	return p;
}

static void
free_plain(struct ocr_memory *m, void *p)
{
	ocr_tcache_count_free(&m->caches, NULL, malloc_usable_size(p));
	free(p);
}

static unsigned
here(const struct ocr_memory *m, const struct ocr_tcache *c)
{
	unsigned cpu, os;

	if (c != NULL && c->numa != OCR_TCACHE_ROAMS)
		return c->numa;
	return m->n > 1 && getcpu(&cpu, &os) == 0 ? ocr_numa_by_os(m->numa, os)
						  : 0;
}

/* For a thread that has no cache c is NULL. */
static inline int
flags_of(struct ocr_memory *m, struct ocr_tcache *c, unsigned i)
{
	return ocr_tcache_flags(c, i, ocr_arena_id(m->arena[i]));
}

static void
purge_all(struct ocr_memory *m, struct ocr_tcache *c)
{
	void *p;

	if (c != NULL)
		ocr_tcache_flush(c);
	for (unsigned i = 0; i < m->n; i++) {
		while ((p = ocr_shelf_take_any(&m->shelf[i])) != NULL)
			dallocx(p, MALLOCX_TCACHE_NONE);
		ocr_arena_purge(m->arena[i]);
	}
}

/* The first choice has no more.  What is freed but kept counts as well, and may
 * merge; so that goes, everywhere, and then the others are asked too, by
 * distance from the first. */
static void *
search(struct ocr_memory *m, struct ocr_tcache *c, unsigned first, size_t size)
{
	void *p = NULL;
	unsigned i;

	purge_all(m, c);
	for (unsigned k = 0; k < m->n && p == NULL; k++) {
		i = m->n > 1 ? ocr_numa_nearest(m->numa, first, k) : 0;
		p = mallocx(size, flags_of(m, c, i));
	}
	return p;
}

static inline size_t
size_of(size_t len_bytes)
{
	return len_bytes <= OCR_SHELF_MAX
		       ? ocr_stack_size(ocr_stack_index(len_bytes))
		       : nallocx((len_bytes + ALIGN_BYTES - 1) &
					 ~(ALIGN_BYTES - 1),
				 0);
}

/* The cache of a thread that has used this memory last, which is not plain. */
static inline struct ocr_tcache *
at_hand(const struct ocr_memory *m)
{
	return __builtin_expect(ocr_tcache_last.of == m->caches.number, 1)
		       ? ocr_tcache_last.cache
		       : NULL;
}

static void
look_now_and_then(struct ocr_memory *m, struct ocr_tcache *c)
{
	if (c == NULL || --c->looks > 0)
		return;
	c->looks = OCR_TCACHE_ALLOCS_PER_LOOK;
	for (unsigned i = 0; i < m->n; i++)
		ocr_arena_decay(m->arena[i]);
}

/* From the shelf of arena i, or from it. */
static void *
alloc_from(struct ocr_memory *m, struct ocr_tcache *c, unsigned i, size_t size)
{
	void *p = ocr_shelf_take(&m->shelf[i], size);

	return p != NULL ? p : mallocx(size, flags_of(m, c, i));
}

static __attribute__((noinline)) void *
alloc_slowly(struct ocr_memory *m, size_t len_bytes, enum ocr_memory_kind kind)
{
	struct ocr_tcache *c;
	unsigned i = 0;
	size_t size;
	void *p;

	if (m->plain)
		return alloc_plain(m, len_bytes);
	if (len_bytes > m->room)
		return NULL;
	size = size_of(len_bytes);
	c = ocr_tcache_get(&m->caches);
	look_now_and_then(m, c);
	if (m->n > 1)
		i = ocr_numa_choose(m->numa, here(m, c), kind);
	p = alloc_from(m, c, i, size);
	if (p == NULL)
		p = search(m, c, i, size);
	if (p == NULL)
		return NULL;
	ocr_tcache_count_alloc(&m->caches, c, size);
	ocr_poison_but(&m->poison, m->window.base, p, len_bytes, size);
	return p;
}

void *
ocr_memory_alloc_kind(struct ocr_memory *m, size_t len_bytes,
		      enum ocr_memory_kind kind)
{
	struct ocr_tcache *c = at_hand(m);
	void *p;

	if (c == NULL || len_bytes > OCR_STACK_MAX || kind != OCR_MEMORY_NEAR ||
	    c->looks == 1)
		return alloc_slowly(m, len_bytes, kind);
	p = ocr_stack_pop(&c->stacks[ocr_stack_index(len_bytes)]);
	if (p == NULL)
		return alloc_slowly(m, len_bytes, kind);
	c->looks--;
	ocr_poison_but(&m->poison, m->window.base, p, len_bytes,
		       size_of(len_bytes));
	return p;
}

void *
ocr_memory_alloc(struct ocr_memory *m, size_t len_bytes)
{
	return ocr_memory_alloc_kind(m, len_bytes, OCR_MEMORY_NEAR);
}

void
ocr_memory_free(struct ocr_memory *m, void *p)
{
	if (p == NULL)
		return;
	if (m->plain)
		free_plain(m, p);
	else
		ocr_memory_free_sized(m, p, sallocx(p, 0));
}

static __attribute__((noinline)) void
free_slowly(struct ocr_memory *m, void *p, size_t len_bytes)
{
	struct ocr_tcache *c;
	unsigned numa;
	size_t size;

	if (p == NULL)
		return;
	if (m->plain) {
		free_plain(m, p);
		return;
	}
	c = ocr_tcache_get(&m->caches);
	size = len_bytes ? size_of(len_bytes) : sallocx(p, 0);
	ocr_poison_but(&m->poison, m->window.base, p, 0, size);
	ocr_tcache_count_free(&m->caches, c, size);
	numa = ocr_memory_numa(m, p);
	if (!ocr_shelf_put(&m->shelf[numa], p, size))
		sdallocx(p, size, flags_of(m, c, numa));
}

void
ocr_memory_free_sized(struct ocr_memory *m, void *p, size_t len_bytes)
{
	struct ocr_tcache *c = at_hand(m);

	if (c == NULL || p == NULL || len_bytes > OCR_STACK_MAX ||
	    (m->n > 1 && c->numa != ocr_memory_numa(m, p)) ||
	    !ocr_stack_push(&c->stacks[ocr_stack_index(len_bytes)], p)) {
		free_slowly(m, p, len_bytes);
		return;
	}
	ocr_poison_but(&m->poison, m->window.base, p, 0, size_of(len_bytes));
}

void
ocr_memory_settle(struct ocr_memory *m, unsigned numa)
{
	struct ocr_tcache *c = m->plain ? NULL : ocr_tcache_get(&m->caches);

	if (c != NULL && numa < m->n)
		ocr_tcache_settle(c, numa);
}

void
ocr_memory_trim(struct ocr_memory *m)
{
	if (!m->plain)
		purge_all(m, pthread_getspecific(m->caches.key));
}

/* -- What lies elsewhere --------------------------------------------------- */

bool
ocr_memory_charge(struct ocr_memory *m, uint64_t bytes)
{
	bool taken = ocr_budget_take(&m->budget, bytes);

	/* What was freed and kept for the next block goes first. */
	if (!taken) {
		ocr_memory_trim(m);
		taken = ocr_budget_take(&m->budget, bytes);
	}
	if (taken && ocr_budget_has_share(&m->budget, bytes))
		return true;
	atomic_store_explicit(&m->is_full, true, memory_order_relaxed);
	return false;
}

bool
ocr_memory_is_full(const struct ocr_memory *m)
{
	return atomic_load_explicit(&m->is_full, memory_order_relaxed);
}

/* -- What it is ------------------------------------------------------------ */

uint64_t
ocr_memory_offset(const struct ocr_memory *m, const void *p)
{
	return (uint64_t)((uintptr_t)p - (uintptr_t)m->window.base);
}

unsigned
ocr_memory_numa(const struct ocr_memory *m, const void *p)
{
	return m->n > 1 ? (unsigned)(ocr_memory_offset(m, p) / m->room) : 0;
}

void *
ocr_memory_base(const struct ocr_memory *m)
{
	return m->window.base;
}

int
ocr_memory_fd(const struct ocr_memory *m)
{
	return m->plain ? -1 : m->window.fd;
}

uint64_t
ocr_memory_len(const struct ocr_memory *m)
{
	return m->plain ? UINT64_MAX : m->window.len;
}

const char *
ocr_memory_pages(const struct ocr_memory *m)
{
	return m->plain ? "malloc's"
			: ocr_window_pages(m->window.shared, m->window.huge);
}

uint64_t
ocr_memory_mapped(const struct ocr_memory *m)
{
	/* Relaxed: only the number matters. */
	return atomic_load_explicit(&m->budget.mapped, memory_order_relaxed);
}

unsigned
ocr_memory_n_numa(const struct ocr_memory *m)
{
	return m->n > 1 ? m->n : 1;
}

uint64_t
ocr_memory_numa_mapped(const struct ocr_memory *m, unsigned numa)
{
	return numa < m->n ? ocr_arena_mapped(m->arena[numa]) : 0;
}

void
ocr_memory_get_stats(const struct ocr_memory *cm, struct ocr_memory_stats *s)
{
	/* The lock is no part of what the caller sees. */
	struct ocr_memory *m = (struct ocr_memory *)(uintptr_t)cm;
	struct ocr_tally t;

	ocr_tcaches_sum(&m->caches, &t);
	*s = (struct ocr_memory_stats){
		.window_bytes = ocr_memory_len(m),
		.limit_bytes = m->budget.limit,
		.mapped_bytes = ocr_memory_mapped(m),
		.peak_bytes = atomic_load_explicit(&m->budget.peak,
						   memory_order_relaxed),
		.allocated_bytes =
			t.allocated > t.freed ? t.allocated - t.freed : 0,
		.live = t.allocs > t.frees ? t.allocs - t.frees : 0,
		.records_bytes = atomic_load_explicit(&m->budget.records,
						      memory_order_relaxed),
	};
}
