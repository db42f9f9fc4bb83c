/* SPDX-License-Identifier: BSD-3-Clause */
/* view.c - see view.h.
 *
 *   start                          data                end
 *     +----------------------------+-------------------+--------------+
 *     |          unused            |     the block     |  no access   |
 *     +----------------------------+-------------------+--------------+
 *     |<-------------- pages ------------------------->|<-- a page -->|
 *
 * The places of views are in one table of the process, which the signal's
 * handler reads.  A view that was closed keeps its addresses, so that nobody
 * else can be hit by a stale pointer, until the table has no other room.
 */
#include "src/data/view.h"

#include "fabric/log.h"
#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/held.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Each is two mappings, of which a process has 65530 at most.  Half of them are
 * kept for those who write together with one who has a view: they need one. */
#define MOST_VIEWS 16384
#define ALIGN	   16

struct view {
	_Atomic uintptr_t start; /* 0: free */
	size_t len;
	char *data;
	struct ocr_runtime *rt;
	ocrGuid_t db, edt;
	ocrEdt_t func;
	size_t size;
	uint32_t mode;
	/* Races are looked for: the pages are the writer's own, and these are
	 * what he found.  Else NULL. */
	char *before;
	_Atomic bool live;
};

/* The pages that writers of one buffer share; without any (fd -1) they share
 * the buffer's memory. */
struct ocr_shared {
	int fd;
	unsigned n;
};

static struct {
	struct ocr_lock lock; /* rank OCR_LOCK_STRICT */
	/* Guarded by lock; the handler looks without: */
	struct view views[MOST_VIEWS];
	unsigned hand;
	_Atomic unsigned live;
} all;

static size_t
round_up(size_t n, size_t to)
{
	return (n + to - 1) / to * to;
}

static bool
is_read(uint32_t mode)
{
	return mode == DB_MODE_CONST || mode == DB_MODE_RO;
}

/* -- For the handler of faults ----------------------------------------------
 */

bool
ocr_view_find(uintptr_t at, struct ocr_view_info *info)
{
	for (unsigned i = 0; i < MOST_VIEWS; i++) {
		const struct view *v = &all.views[i];
		uintptr_t start =
			atomic_load_explicit(&v->start, memory_order_acquire);

		if (!start || at < start || at - start >= v->len)
			continue;
		*info = (struct ocr_view_info){
			.rt = v->rt,
			.db = v->db,
			.edt = v->edt,
			.func = v->func,
			.data = v->data,
			.size = v->size,
			.mode = v->mode,
			.live = atomic_load_explicit(&v->live,
						     memory_order_acquire),
		};
		return true;
	}
	return false;
}

/* -- Views ------------------------------------------------------------------
 */

static void
unmap_locked(struct view *v)
{
	uintptr_t start = atomic_load_explicit(&v->start, memory_order_relaxed);

	atomic_store_explicit(&v->start, 0, memory_order_release);
	if (start)
		munmap((void *)start, v->len);
}

static void
set_live(struct view *v, bool live)
{
	if (atomic_exchange_explicit(&v->live, live, memory_order_release) !=
	    live)
		atomic_fetch_add_explicit(&all.live, live ? 1 : -1,
					  memory_order_relaxed);
}

/* One that is free, or was closed long ago; NULL: too many are in use. */
static struct view *
take_locked(bool joins)
{
	if (!joins && atomic_load_explicit(&all.live, memory_order_relaxed) >=
			      MOST_VIEWS / 2)
		return NULL;
	for (unsigned i = 0; i < MOST_VIEWS; i++) {
		struct view *v = &all.views[all.hand++ % MOST_VIEWS];

		if (atomic_load_explicit(&v->live, memory_order_relaxed))
			continue;
		unmap_locked(v);
		return v;
	}
	return NULL;
}

/* Addresses without access, for a block of v->size bytes. */
static bool
reserve(struct view *v)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t pages = round_up(v->size, page);
	char *start = mmap(NULL, pages + page, PROT_NONE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (start == MAP_FAILED)
		return false;
	v->len = pages + page;
	v->data = start + pages - round_up(v->size, ALIGN);
	atomic_store_explicit(&v->start, (uintptr_t)start,
			      memory_order_release);
	return true;
}

static size_t
pages_of(const struct view *v)
{
	return v->len - (size_t)sysconf(_SC_PAGESIZE);
}

static bool
fill_reader(struct view *v, const void *bytes)
{
	void *start = (void *)v->start;

	if (mprotect(start, pages_of(v), PROT_READ | PROT_WRITE))
		return false;
	memcpy(v->data, bytes, v->size);
	return !mprotect(start, pages_of(v), PROT_READ);
}

static bool
map_shared(struct view *v, int fd)
{
	return mmap((void *)v->start, pages_of(v), PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_FIXED, fd, 0) != MAP_FAILED;
}

static struct ocr_shared *
shared_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_busy *y = ocr_block_busy_locked(rt, b);

	if (y && y->shared)
		return y->shared;
	if (y)
		y->shared = malloc(sizeof(*y->shared));
	if (!y || !y->shared)
		ocr_no_memory("strict mode");
	y->shared->n = 0;
	y->shared->fd = -1;
	return y->shared;
}

/* Does a writer have the block by pages of its own? */
static bool
joins(struct ocr_runtime *rt, const struct ocr_held_block *held)
{
	struct ocr_block *b = held->block;
	bool joins;

	if (is_read(held->mode) || rt->data->apart)
		return false;
	ocr_block_lock(b);
	joins = b->busy && b->busy->shared && b->busy->shared->fd >= 0;
	ocr_block_unlock(rt, b);
	return joins;
}

/* The first writer brings the bytes.  v NULL: there is no room for views. */
static bool
fill_writer(struct ocr_runtime *rt, struct view *v,
	    const struct ocr_held_block *held)
{
	struct ocr_block *b = held->block;
	struct ocr_shared *x;
	bool first, good, apart = false;

	ocr_block_lock(b);
	first = !b->busy || !b->busy->shared;
	x = shared_locked(rt, b);
	if (first && v)
		x->fd = memfd_create("ocr block", MFD_CLOEXEC);
	good = v && x->fd >= 0 &&
	       (!first || !ftruncate(x->fd, (off_t)pages_of(v))) &&
	       map_shared(v, x->fd);
	if (good) {
		x->n++;
		if (first)
			memcpy(v->data, held->data, b->size);
	} else if (first && x->fd >= 0) {
		close(x->fd);
		x->fd = -1;
	} else {
		/* Others' writes are not in the buffer. */
		apart = x->fd >= 0;
	}
	ocr_block_unlock(rt, b);
	if (apart)
		ocr_fail(rt,
			 "strict mode has no room: tasks of this node "
			 "have more than %u blocks at once; try a "
			 "smaller input",
			 MOST_VIEWS / 2);
	return good;
}

/* -- Writers that do not share ----------------------------------------------
 */

/* The same bytes twice: to be changed in private, and as they were. */
static bool
map_twice(struct view *v, int fd)
{
	size_t pages = pages_of(v);
	char *before = mmap(NULL, pages, PROT_READ, MAP_SHARED, fd, 0);

	if (before == MAP_FAILED)
		return false;
	if (mmap((void *)v->start, pages, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_FIXED, fd, 0) == MAP_FAILED) {
		munmap(before, pages);
		return false;
	}
	v->before = before + (v->data - (char *)v->start);
	return true;
}

static bool
fill_apart(struct ocr_runtime *rt, struct view *v,
	   const struct ocr_held_block *held)
{
	off_t at = v->data - (char *)v->start;
	int fd = memfd_create("ocr block", MFD_CLOEXEC);
	bool good;

	if (fd < 0)
		return false;
	good = !ftruncate(fd, (off_t)pages_of(v));
	ocr_block_lock(held->block);
	good = good && pwrite(fd, held->data, v->size, at) == (ssize_t)v->size;
	ocr_block_unlock(rt, held->block);
	good = good && map_twice(v, fd);
	close(fd);
	return good;
}

/* What differs goes to the buffer, where others have written meanwhile. */
static void
merge(const struct view *v, char *to)
{
	size_t i = 0;

	for (; i + 8 <= v->size; i += 8)
		if (memcmp(v->data + i, v->before + i, 8))
			for (unsigned k = 0; k < 8; k++)
				if (v->data[i + k] != v->before[i + k])
					to[i + k] = v->data[i + k];
	for (; i < v->size; i++)
		if (v->data[i] != v->before[i])
			to[i] = v->data[i];
}

static void
forget_before(struct view *v)
{
	size_t at = (size_t)(v->data - (char *)v->start);

	munmap(v->before - at, pages_of(v));
	v->before = NULL;
}

/* Of /proc/self/pagemap. */
#define PAGE_IS_HERE	(UINT64_C(1) << 63)
#define PAGE_IS_SWAPPED (UINT64_C(1) << 62)
#define PAGE_IS_A_FILES (UINT64_C(1) << 61)

/* Has a page become the view's own?  Where the system does not tell: yes. */
static bool
is_touched(const struct view *v)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), n = pages_of(v) / page;
	int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	uint64_t flags[64];
	bool touched = fd < 0;

	for (size_t i = 0; i < n && !touched; i += 64) {
		size_t some = n - i < 64 ? n - i : 64;
		off_t at = (off_t)((v->start / page + i) * sizeof(flags[0]));

		touched = pread(fd, flags, some * sizeof(flags[0]), at) !=
			  (ssize_t)(some * sizeof(flags[0]));
		for (size_t k = 0; k < some && !touched; k++)
			touched = flags[k] & PAGE_IS_SWAPPED ||
				  (flags[k] & PAGE_IS_HERE &&
				   !(flags[k] & PAGE_IS_A_FILES));
	}
	if (fd >= 0)
		close(fd);
	return touched;
}

void
ocr_view_look(const struct ocr_held_block *held, struct ocr_view_use *u)
{
	const struct view *v = held->view;

	*u = (struct ocr_view_use){
		.db = held->db,
		.mode = held->mode,
		.size = held->block->size,
		.touched = true,
	};
	if (!v || !v->before)
		return;
	u->now = (const void *)v->data;
	u->before = (const void *)v->before;
	u->touched = is_touched(v);
}

/* -- All of them ------------------------------------------------------------
 */

static struct view *
make(struct ocr_runtime *rt, ocrGuid_t edt, ocrEdt_t func,
     const struct ocr_held_block *b)
{
	bool second = joins(rt, b);
	struct view *v;
	bool good;

	ocr_lock(&all.lock, OCR_LOCK_STRICT);
	v = take_locked(second);
	if (v)
		set_live(v, true);
	ocr_unlock(&all.lock, OCR_LOCK_STRICT);
	if (!v) {
		if (!is_read(b->mode) && !rt->data->apart)
			fill_writer(rt, NULL, b);
		return NULL;
	}
	v->rt = rt;
	v->db = b->db;
	v->edt = edt;
	v->func = func;
	v->size = b->block->size;
	v->mode = b->mode;
	good = reserve(v);
	v->before = NULL;
	if (is_read(b->mode))
		good = good && fill_reader(v, b->data);
	else if (rt->data->apart)
		good = good && fill_apart(rt, v, b);
	else
		good = fill_writer(rt, good ? v : NULL, b);
	if (good)
		return v;
	ocr_lock(&all.lock, OCR_LOCK_STRICT);
	unmap_locked(v);
	set_live(v, false);
	ocr_unlock(&all.lock, OCR_LOCK_STRICT);
	return NULL;
}

void *
ocr_view_open(struct ocr_runtime *rt, ocrGuid_t edt, ocrEdt_t func,
	      struct ocr_held_block *b)
{
	if (!b->view)
		b->view = make(rt, edt, func, b);
	/* Relaxed: it is read when all threads have stopped. */
	if (!b->view && !is_read(b->mode))
		atomic_fetch_add_explicit(&rt->data->unseen, 1,
					  memory_order_relaxed);
	return b->view ? ((struct view *)b->view)->data : b->data;
}

bool
ocr_view_is_changed(struct ocr_runtime *rt, struct ocr_held_block *held)
{
	const struct view *v = held->view;
	struct ocr_block *b = held->block;
	bool changed;

	if (!v || is_read(v->mode))
		return false;
	if (v->before)
		return memcmp(v->before, v->data, v->size) != 0;
	ocr_block_lock(b);
	/* What other writers did to the same pages is not the task's. */
	changed =
		b->busy->shared->n == 1 && memcmp(held->data, v->data, v->size);
	ocr_block_unlock(rt, b);
	return changed;
}

static void
write_back(struct view *v, const struct ocr_held_block *held)
{
	struct ocr_block *b = held->block;

	ocr_block_lock(b);
	if (v->before) {
		merge(v, held->data);
		ocr_block_unlock(v->rt, b);
		forget_before(v);
		return;
	}
	memcpy(held->data, v->data, v->size);
	if (!--b->busy->shared->n)
		ocr_view_abandon(b);
	ocr_block_unlock(v->rt, b);
}

void
ocr_view_close(struct ocr_held_block *b)
{
	struct view *v = b->view;

	b->view = NULL;
	if (!is_read(v->mode))
		write_back(v, b);
	/* Its pages go, its addresses stay. */
	mmap((void *)v->start, v->len, PROT_NONE,
	     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
	set_live(v, false);
}

void
ocr_view_downgrade(struct ocr_held_block *b)
{
	struct view *v = b->view;

	mprotect((void *)v->start, pages_of(v), PROT_READ);
	write_back(v, b);
	v->mode = DB_MODE_RO;
}

void
ocr_view_abandon(struct ocr_block *b)
{
	struct ocr_shared *x = b->busy->shared;

	if (x->fd >= 0)
		close(x->fd);
	free(x);
	b->busy->shared = NULL;
}

void
ocr_view_fini(struct ocr_runtime *rt)
{
	ocr_lock(&all.lock, OCR_LOCK_STRICT);
	for (unsigned i = 0; i < MOST_VIEWS; i++) {
		struct view *v = &all.views[i];

		if (v->rt != rt)
			continue;
		if (v->before)
			forget_before(v);
		unmap_locked(v);
		v->rt = NULL;
		set_live(v, false);
	}
	ocr_unlock(&all.lock, OCR_LOCK_STRICT);
}
