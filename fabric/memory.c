/* SPDX-License-Identifier: BSD-3-Clause */
/* memory.c - one window, an arena of jemalloc in it, a cache per thread.
 *
 *   base                         base + len      records
 *   | one extent of the arena, cut and merged |  | the arena's records |
 *
 * jemalloc never merges extents that it got separately.  So at open the arena
 * gets the whole window in one piece, and keeps it: what is freed is merged
 * and reused, and its pages are given back meanwhile.  The arena's own records
 * lie outside the window, where no other node can write.
 *
 * jemalloc's automatic caches serve automatic arenas only, so each thread has
 * an explicit one here.
 */
#include "fabric/memory.h"
#include "fabric/window.h"

#include <errno.h>
#include <jemalloc/jemalloc.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OCR_ASAN 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define OCR_ASAN 1
#endif
#ifdef OCR_ASAN
#include <sanitizer/asan_interface.h>
#endif

/* All sizes are rounded up to it; jemalloc's size classes that are multiples
 * of it are aligned to it. */
#define ALIGN_BYTES ((size_t)64)

#define WINDOW_MIN ((uint64_t)64 << 20)
#define WINDOW_MAX (UINT64_C(1) << 46)
/* jemalloc adds a page or so to large blocks. */
#define WINDOW_PAD ((size_t)256 << 10)

/* An extent of 4 KiB, the smallest, has a record of 128 bytes. */
#define RECORDS_MIN	 ((size_t)16 << 20)
#define RECORDS_FRACTION 16

/* What one thread has of one memory. */
struct cache {
	struct ocr_memory *memory;
	struct cache *next, **link; /* guarded by memory->caches_lock */
	unsigned tcache;
	/* Written by its thread only. */
	_Atomic uint64_t allocated, freed;
};

struct ocr_memory {
	extent_hooks_t hooks; /* first: hooks get no other argument */

	/* Fixed after open: */
	char *base;	  /* NULL: plain */
	size_t len, room; /* in use, reserved */
	char *records;
	size_t records_len;
	bool shared;
	bool is_open;
	unsigned arena;
	pthread_key_t key; /* this thread's struct cache */
	size_t page;

	_Atomic size_t next; /* offset of what the arena has not got */
	_Atomic size_t records_next;
	_Atomic size_t poisoned_end; /* with an address sanitizer only */
	_Atomic bool pinned;

	/* A leaf: under it only calls into jemalloc. */
	pthread_mutex_t caches_lock;
	struct cache *caches; /* guarded by caches_lock */
	/* What threads did that have ended, or have no cache. */
	_Atomic uint64_t allocated, freed;
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
	     bool *zero, bool *commit, unsigned arena)
{
	struct ocr_memory *m = (struct ocr_memory *)hooks;

	(void)arena;
	/* Both are memory that nobody has written to yet. */
	*zero = true;
	*commit = true;
	/* Blocks are never asked for at more than the start of a page. */
	if (alignment > m->page)
		return carve(m->records, m->records_len, &m->records_next, size,
			     alignment);
	if (wanted != NULL || m->is_open)
		return NULL;
	return carve(m->base, m->room, &m->next, size, m->page);
}

/* Refuses: the arena keeps the extent for later. */
static bool
extent_dalloc(extent_hooks_t *hooks, void *addr, size_t size, bool committed,
	      unsigned arena)
{
	(void)hooks, (void)addr, (void)size, (void)committed, (void)arena;
	return true;
}

/* Gives pages back; they read as zeroes afterwards. */
static bool
extent_purge(extent_hooks_t *hooks, void *addr, size_t size, size_t offset,
	     size_t length, unsigned arena)
{
	struct ocr_memory *m = (struct ocr_memory *)hooks;

	(void)size, (void)arena;
	if (atomic_load_explicit(&m->pinned, memory_order_relaxed))
		return true;
	if (!m->is_open)
		return false; /* nothing was touched yet */
	return madvise((char *)addr + offset, length,
		       m->shared ? MADV_REMOVE : MADV_DONTNEED) != 0;
}

static bool
extent_split(extent_hooks_t *hooks, void *addr, size_t size, size_t size_a,
	     size_t size_b, bool committed, unsigned arena)
{
	(void)hooks, (void)addr, (void)size, (void)size_a, (void)size_b;
	(void)committed, (void)arena;
	return false;
}

/* The parts of the one extent. */
static bool
extent_merge(extent_hooks_t *hooks, void *addr_a, size_t size_a, void *addr_b,
	     size_t size_b, bool committed, unsigned arena)
{
	(void)hooks, (void)addr_a, (void)size_a, (void)addr_b, (void)size_b;
	(void)committed, (void)arena;
	return false;
}

static const extent_hooks_t window_hooks = {
	.alloc = extent_alloc,
	.dalloc = extent_dalloc,
	.purge_forced = extent_purge,
	.split = extent_split,
	.merge = extent_merge,
};

/* The owner writes alone, so this needs no locked instruction. */
static void
count(_Atomic uint64_t *n, uint64_t by)
{
	atomic_store_explicit(
		n, atomic_load_explicit(n, memory_order_relaxed) + by,
		memory_order_relaxed);
}

/* Gives the cache's blocks back to the arena. */
static void
drop_cache_locked(struct cache *c)
{
	struct ocr_memory *m = c->memory;

	mallctl("tcache.destroy", NULL, NULL, &c->tcache, sizeof(c->tcache));
	atomic_fetch_add_explicit(
		&m->allocated,
		atomic_load_explicit(&c->allocated, memory_order_relaxed),
		memory_order_relaxed);
	atomic_fetch_add_explicit(
		&m->freed,
		atomic_load_explicit(&c->freed, memory_order_relaxed),
		memory_order_relaxed);
	*c->link = c->next;
	if (c->next != NULL)
		c->next->link = c->link;
	free(c);
}

/* Its thread ends. */
static void
end_cache(void *arg)
{
	struct cache *c = arg;
	struct ocr_memory *m = c->memory;

	pthread_mutex_lock(&m->caches_lock);
	drop_cache_locked(c);
	pthread_mutex_unlock(&m->caches_lock);
}

/* NULL when there is no memory for a cache, or jemalloc has no more. */
static struct cache *
make_cache(struct ocr_memory *m)
{
	struct cache *c = calloc(1, sizeof(*c));
	size_t n = sizeof(c->tcache);

	if (c == NULL)
		return NULL;
	if (mallctl("tcache.create", &c->tcache, &n, NULL, 0) != 0)
		goto free_cache;
	if (pthread_setspecific(m->key, c) != 0)
		goto destroy_tcache;
	c->memory = m;
	pthread_mutex_lock(&m->caches_lock);
	c->next = m->caches;
	c->link = &m->caches;
	if (c->next != NULL)
		c->next->link = &c->next;
	m->caches = c;
	pthread_mutex_unlock(&m->caches_lock);
	return c;

destroy_tcache:
	mallctl("tcache.destroy", NULL, NULL, &c->tcache, sizeof(c->tcache));
free_cache:
	free(c);
	return NULL;
}

static inline struct cache *
get_cache(struct ocr_memory *m)
{
	struct cache *c = pthread_getspecific(m->key);

	return c != NULL ? c : make_cache(m);
}

/* Lets an address sanitizer see the len bytes of the block at p, which has
 * size bytes, and nothing else of it. */
static void
show(struct ocr_memory *m, void *p, size_t len, size_t size)
{
#ifdef OCR_ASAN
	size_t end = (size_t)((char *)p - m->base) + size;
	size_t old =
		atomic_load_explicit(&m->poisoned_end, memory_order_relaxed);

	while (old < end && !atomic_compare_exchange_weak_explicit(
				    &m->poisoned_end, &old, end,
				    memory_order_relaxed, memory_order_relaxed))
		;
	ASAN_POISON_MEMORY_REGION(p, size);
	ASAN_UNPOISON_MEMORY_REGION(p, len);
#else
	(void)m, (void)p, (void)len, (void)size;
#endif
}

/* Before anything else may come to lie at these addresses. */
static void
show_all(struct ocr_memory *m)
{
#ifdef OCR_ASAN
	ASAN_UNPOISON_MEMORY_REGION(
		m->base,
		atomic_load_explicit(&m->poisoned_end, memory_order_relaxed));
#else
	(void)m;
#endif
}

static void
control_arena(struct ocr_memory *m, const char *what)
{
	char name[40];

	snprintf(name, sizeof(name), "arena.%u.%s", m->arena, what);
	mallctl(name, NULL, NULL, NULL, 0);
}

/* By default jemalloc gives back the pages of a free extent of 8 MiB or more at
 * once; the next large block then costs a page fault and a cleared page for
 * every 4 KiB, several times what it costs to move the bytes.  Without this
 * they are given back as those of all other extents, after a while. */
static void
keep_large_extents(struct ocr_memory *m)
{
	size_t never = SIZE_MAX;
	char name[48];

	snprintf(name, sizeof(name), "arena.%u.oversize_threshold", m->arena);
	mallctl(name, NULL, NULL, &never, sizeof(never));
}

/* Merges what was freed, so that a large block may find room again. */
static void
collect(struct ocr_memory *m, struct cache *c)
{
	if (c != NULL)
		mallctl("tcache.flush", NULL, NULL, &c->tcache,
			sizeof(c->tcache));
	control_arena(m, "purge");
}

static void
unmap(struct ocr_memory *m)
{
	ocr_window_unmap(m->base, m->room);
	ocr_window_unmap(m->records, m->records_len);
}

/* Maps a window in which a block of `block` bytes fits, and its records. */
static int
map(struct ocr_memory *m, size_t block)
{
	m->room = block + WINDOW_PAD;
	m->records_len = RECORDS_MIN + m->room / RECORDS_FRACTION;
	m->records_len -= m->records_len % m->page;
	m->base = ocr_window_map(m->room, m->shared);
	if (m->base == NULL)
		return -ENOMEM;
	m->records = ocr_window_map(m->records_len, false);
	if (m->records == NULL) {
		ocr_window_unmap(m->base, m->room);
		return -ENOMEM;
	}
	return 0;
}

/* Makes the arena take the whole window. */
static int
open_arena(struct ocr_memory *m, size_t block)
{
	extent_hooks_t *hooks = &m->hooks;
	size_t n = sizeof(m->arena);
	void *p;

	if (mallctl("arenas.create", &m->arena, &n, &hooks, sizeof(hooks)) != 0)
		return -ENOMEM;
	keep_large_extents(m);
	p = mallocx(block, MALLOCX_ARENA(m->arena) | MALLOCX_TCACHE_NONE);
	if (p == NULL) {
		control_arena(m, "destroy");
		return -ENOMEM;
	}
	dallocx(p, MALLOCX_TCACHE_NONE);
	control_arena(m, "purge");
	m->len = atomic_load_explicit(&m->next, memory_order_relaxed);
	m->is_open = true;
	return 0;
}

/* A default that the system refuses (limits on address space, strict
 * overcommit) is tried smaller. */
static int
open_window(struct ocr_memory *m, uint64_t limit_bytes, unsigned n_local)
{
	uint64_t want = limit_bytes;
	size_t block;

	if (want == 0)
		want = ocr_window_machine_bytes() / (n_local ? n_local : 1);
	if (want < WINDOW_MIN)
		want = WINDOW_MIN;
	if (want > WINDOW_MAX)
		want = WINDOW_MAX;
	for (;;) {
		block = nallocx((size_t)want, 0);
		if (block != 0 && map(m, block) == 0)
			break;
		want /= 2;
		if (limit_bytes != 0 || want < WINDOW_MIN)
			return -ENOMEM;
	}
	if (open_arena(m, block) != 0) {
		unmap(m);
		return -ENOMEM;
	}
	return 0;
}

int
ocr_memory_open(struct ocr_memory **out, uint64_t limit_bytes, unsigned n_local)
{
	struct ocr_memory *m = calloc(1, sizeof(*m));

	if (m == NULL)
		return -ENOMEM;
	/* Private pages cost less, and can be large; there is no neighbour
	 * who would want to share them. */
	m->shared = n_local > 1;
	m->page = (size_t)sysconf(_SC_PAGESIZE);
	m->hooks = window_hooks;
	if (pthread_key_create(&m->key, end_cache) != 0)
		goto free_memory;
	if (open_window(m, limit_bytes, n_local) != 0)
		goto delete_key;
	pthread_mutex_init(&m->caches_lock, NULL);
	*out = m;
	return 0;

delete_key:
	pthread_key_delete(m->key);
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
	*out = m;
	return 0;
}

void
ocr_memory_close(struct ocr_memory *m)
{
	if (m->base != NULL) {
		/* No destructor runs from here on. */
		pthread_key_delete(m->key);
		while (m->caches != NULL)
			drop_cache_locked(m->caches);
		control_arena(m, "destroy");
		show_all(m);
		unmap(m);
		pthread_mutex_destroy(&m->caches_lock);
	}
	free(m);
}

static void *
alloc_plain(struct ocr_memory *m, size_t len_bytes)
{
	void *p;

	if (posix_memalign(&p, ALIGN_BYTES, len_bytes ? len_bytes : 1) != 0)
		return NULL;
	atomic_fetch_add_explicit(&m->allocated, malloc_usable_size(p),
				  memory_order_relaxed);
	return p;
}

void *
ocr_memory_alloc(struct ocr_memory *m, size_t len_bytes)
{
	struct cache *c;
	size_t size;
	int flags;
	void *p;

	if (m->base == NULL)
		return alloc_plain(m, len_bytes);
	if (len_bytes > m->len)
		return NULL;
	size = (len_bytes + (len_bytes == 0) + ALIGN_BYTES - 1) &
	       ~(ALIGN_BYTES - 1);
	c = get_cache(m);
	flags = MALLOCX_ARENA(m->arena) |
		(c != NULL ? MALLOCX_TCACHE(c->tcache) : MALLOCX_TCACHE_NONE);
	p = mallocx(size, flags);
	if (p == NULL) {
		collect(m, c);
		p = mallocx(size, flags);
		if (p == NULL)
			return NULL;
	}
	size = nallocx(size, flags);
	if (c != NULL)
		count(&c->allocated, size);
	else
		atomic_fetch_add_explicit(&m->allocated, size,
					  memory_order_relaxed);
	show(m, p, len_bytes, size);
	return p;
}

void
ocr_memory_free(struct ocr_memory *m, void *p)
{
	struct cache *c;
	size_t size;

	if (p == NULL)
		return;
	if (m->base == NULL) {
		atomic_fetch_add_explicit(&m->freed, malloc_usable_size(p),
					  memory_order_relaxed);
		free(p);
		return;
	}
	size = sallocx(p, 0);
	show(m, p, 0, size);
	c = get_cache(m);
	if (c != NULL) {
		count(&c->freed, size);
		dallocx(p, MALLOCX_TCACHE(c->tcache));
	} else {
		atomic_fetch_add_explicit(&m->freed, size,
					  memory_order_relaxed);
		dallocx(p, MALLOCX_TCACHE_NONE);
	}
}

uint64_t
ocr_memory_offset(const struct ocr_memory *m, const void *p)
{
	return (uint64_t)((uintptr_t)p - (uintptr_t)m->base);
}

void *
ocr_memory_base(const struct ocr_memory *m)
{
	return m->base;
}

uint64_t
ocr_memory_len(const struct ocr_memory *m)
{
	return m->base != NULL ? m->len : UINT64_MAX;
}

void
ocr_memory_pin(struct ocr_memory *m)
{
	atomic_store_explicit(&m->pinned, true, memory_order_relaxed);
}

/* Bytes of the pages that the arena uses or keeps for the next use. */
static uint64_t
mapped_bytes(struct ocr_memory *m)
{
	uint64_t epoch = 1;
	size_t bytes = 0;
	size_t n = sizeof(bytes);
	char name[40];

	if (m->base == NULL)
		return 0;
	mallctl("epoch", NULL, NULL, &epoch, sizeof(epoch));
	snprintf(name, sizeof(name), "stats.arenas.%u.mapped", m->arena);
	mallctl(name, &bytes, &n, NULL, 0);
	return bytes;
}

void
ocr_memory_get_stats(const struct ocr_memory *cm, struct ocr_memory_stats *s)
{
	/* The lock is no part of what the caller sees. */
	struct ocr_memory *m = (struct ocr_memory *)(uintptr_t)cm;
	uint64_t allocated, freed;
	struct cache *c;

	memset(s, 0, sizeof(*s));
	s->window_bytes = ocr_memory_len(m);
	s->mapped_bytes = mapped_bytes(m);
	if (m->base != NULL)
		pthread_mutex_lock(&m->caches_lock);
	/* Freed first: what is freed later was allocated before. */
	freed = atomic_load_explicit(&m->freed, memory_order_relaxed);
	for (c = m->caches; c != NULL; c = c->next)
		freed += atomic_load_explicit(&c->freed, memory_order_relaxed);
	allocated = atomic_load_explicit(&m->allocated, memory_order_relaxed);
	for (c = m->caches; c != NULL; c = c->next)
		allocated += atomic_load_explicit(&c->allocated,
						  memory_order_relaxed);
	if (m->base != NULL)
		pthread_mutex_unlock(&m->caches_lock);
	s->allocated_bytes = allocated > freed ? allocated - freed : 0;
}
