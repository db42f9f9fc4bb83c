/* SPDX-License-Identifier: BSD-3-Clause */
/* cache.c - a list from the newest to the oldest.
 *
 * A small copy that is used again keeps its place, and so does what is used and
 * given back in turn, without this lock.  Who makes room passes by it once, to
 * the other end of the list.
 */
#include "src/data/cache.h"

#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"

/* A copy that would drive out most of the others is not kept. */
#define SHARE 4

/* What is larger counts only while nobody uses it. */
#define SMALL_BYTES 4096

/* So many are passed by at most while others wait for the lock. */
#define PASSED_BY 32

/* What a copy takes: its bytes, which begin a line of their own, and its
 * record. Of small blocks that is much more than their bytes. */
static uint64_t
cost(const struct ocr_foreign_block *f)
{
	return ((f->block.size + 63) & ~UINT64_C(63)) + sizeof(*f);
}

/* Who holds the block's lock sees what comes in.  Who sees that it has left may
 * make another block of the record: acquires what was looked at before. */
static bool
is_in(const struct ocr_foreign_block *f)
{
	return atomic_load_explicit(&f->cached, memory_order_acquire);
}

/* Out: the last that is done with it under the cache's lock. */
static void
set_in_locked(struct ocr_foreign_block *f, bool in)
{
	atomic_store_explicit(&f->cached, in, memory_order_release);
}

static void
set_bytes_locked(struct ocr_cache *c, uint64_t bytes)
{
	atomic_store_explicit(&c->bytes, bytes, memory_order_relaxed);
}

static void
take_out_locked(struct ocr_cache *c, struct ocr_foreign_block *f)
{
	if (f->newer)
		f->newer->older = f->older;
	else
		c->newest = f->older;
	if (f->older)
		f->older->newer = f->newer;
	else
		c->oldest = f->newer;
}

static void
put_in_locked(struct ocr_cache *c, struct ocr_foreign_block *f)
{
	f->newer = NULL;
	f->older = c->newest;
	if (c->newest)
		c->newest->newer = f;
	else
		c->oldest = f;
	c->newest = f;
}

static void
unlink_locked(struct ocr_cache *c, struct ocr_foreign_block *f)
{
	take_out_locked(c, f);
	set_bytes_locked(c,
			 atomic_load_explicit(&c->bytes, memory_order_relaxed) -
				 cost(f));
	set_in_locked(f, false);
}

/* Relaxed: it says who goes first, and hands nothing over. */
static bool
was_used(struct ocr_foreign_block *f)
{
	bool was = atomic_load_explicit(&f->again, memory_order_relaxed);

	if (was)
		atomic_store_explicit(&f->again, 0, memory_order_relaxed);
	return was;
}

/* The oldest that was not used since it has its place, or who comes behind all
 * that may be passed by. */
static struct ocr_foreign_block *
choose_locked(struct ocr_cache *c)
{
	struct ocr_foreign_block *f;
	int passed_by = 0;

	while ((f = c->oldest) && passed_by++ < PASSED_BY && was_used(f)) {
		take_out_locked(c, f);
		put_in_locked(c, f);
	}
	return f;
}

bool
ocr_cache_add(struct ocr_runtime *rt, struct ocr_foreign_block *f)
{
	struct ocr_cache *c = &rt->data->cache;

	if (cost(f) > c->limit / SHARE || ocr_label_recurs(f->block.guid))
		return false;
	if (is_in(f)) {
		atomic_store_explicit(&f->again, 1, memory_order_relaxed);
		return true;
	}
	ocr_lock(&c->lock, OCR_LOCK_CACHE);
	put_in_locked(c, f);
	set_in_locked(f, true);
	atomic_store_explicit(&f->again, 0, memory_order_relaxed);
	set_bytes_locked(c,
			 atomic_load_explicit(&c->bytes, memory_order_relaxed) +
				 cost(f));
	ocr_unlock(&c->lock, OCR_LOCK_CACHE);
	return true;
}

void
ocr_cache_remove(struct ocr_runtime *rt, struct ocr_foreign_block *f)
{
	struct ocr_cache *c = &rt->data->cache;

	if (!is_in(f))
		return;
	ocr_lock(&c->lock, OCR_LOCK_CACHE);
	if (is_in(f))
		unlink_locked(c, f);
	ocr_unlock(&c->lock, OCR_LOCK_CACHE);
}

void
ocr_cache_use(struct ocr_runtime *rt, struct ocr_foreign_block *f)
{
	if (f->block.size > SMALL_BYTES)
		ocr_cache_remove(rt, f);
}

bool
ocr_cache_evict(struct ocr_runtime *rt)
{
	struct ocr_cache *c = &rt->data->cache;
	struct ocr_foreign_block *f;

	ocr_lock(&c->lock, OCR_LOCK_CACHE);
	f = choose_locked(c);
	if (f)
		unlink_locked(c, f);
	ocr_unlock(&c->lock, OCR_LOCK_CACHE);
	if (!f)
		return false;
	/* It may be in use again, or another block by now. */
	ocr_block_lock(&f->block);
	ocr_copy_evict_locked(rt, &f->block);
	ocr_block_unlock_evicted(rt, &f->block);
	return true;
}

void
ocr_cache_trim(struct ocr_runtime *rt)
{
	/* Relaxed: whoever added last sees his own. */
	while (atomic_load_explicit(&rt->data->cache.bytes,
				    memory_order_relaxed) >
		       rt->data->cache.limit &&
	       ocr_cache_evict(rt))
		;
}

void *
ocr_cache_alloc(struct ocr_runtime *rt, size_t len_bytes,
		enum ocr_memory_kind kind)
{
	void *p = ocr_memory_alloc_kind(rt->memory, len_bytes, kind);

	while (!p && ocr_cache_evict(rt))
		p = ocr_memory_alloc_kind(rt->memory, len_bytes, kind);
	return p;
}
