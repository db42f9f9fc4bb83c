/* SPDX-License-Identifier: BSD-3-Clause */
/* cache.c - a list from the newest to the oldest. */
#include "src/data/cache.h"

#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"

/* A copy that would drive out most of the others is not kept. */
#define SHARE 4

/* What a copy takes: its bytes, which begin a line of their own, and its
 * record. Of small blocks that is much more than their bytes. */
static uint64_t
cost(const struct ocr_foreign_block *f)
{
	return ((f->block.size + 63) & ~UINT64_C(63)) + sizeof(*f);
}

static void
unlink_locked(struct ocr_cache *c, struct ocr_foreign_block *f)
{
	if (f->newer)
		f->newer->older = f->older;
	else
		c->newest = f->older;
	if (f->older)
		f->older->newer = f->newer;
	else
		c->oldest = f->newer;
	f->cached = 0;
	atomic_store_explicit(
		&c->bytes,
		atomic_load_explicit(&c->bytes, memory_order_relaxed) - cost(f),
		memory_order_relaxed);
}

bool
ocr_cache_add(struct ocr_runtime *rt, struct ocr_foreign_block *f)
{
	struct ocr_cache *c = &rt->data->cache;

	if (cost(f) > c->limit / SHARE || ocr_label_recurs(f->block.guid))
		return false;
	ocr_lock(&c->lock, OCR_LOCK_CACHE);
	/* Its bytes may have come anew, in their place. */
	if (f->cached && f->newer)
		unlink_locked(c, f);
	if (!f->cached) {
		f->newer = NULL;
		f->older = c->newest;
		if (c->newest)
			c->newest->newer = f;
		else
			c->oldest = f;
		c->newest = f;
		f->cached = 1;
		atomic_store_explicit(
			&c->bytes,
			atomic_load_explicit(&c->bytes, memory_order_relaxed) +
				cost(f),
			memory_order_relaxed);
	}
	ocr_unlock(&c->lock, OCR_LOCK_CACHE);
	return true;
}

void
ocr_cache_remove(struct ocr_runtime *rt, struct ocr_foreign_block *f)
{
	struct ocr_cache *c = &rt->data->cache;

	ocr_lock(&c->lock, OCR_LOCK_CACHE);
	if (f->cached)
		unlink_locked(c, f);
	ocr_unlock(&c->lock, OCR_LOCK_CACHE);
}

bool
ocr_cache_evict(struct ocr_runtime *rt)
{
	struct ocr_cache *c = &rt->data->cache;
	struct ocr_foreign_block *f;

	ocr_lock(&c->lock, OCR_LOCK_CACHE);
	f = c->oldest;
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
