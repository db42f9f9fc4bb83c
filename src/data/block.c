/* SPDX-License-Identifier: BSD-3-Clause */
/* block.c - blocks of this node and of others, and their copies.
 *
 * The table of foreign blocks is cut into shards.  Who looks a block up locks
 * it before letting go of the shard.  Who leaves a block with nothing in it
 * takes both locks again, in that order, and looks again.
 */
#include "src/data/block.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/data/acquire.h"
#include "src/data/cache.h"
#include "src/data/data.h"
#include "src/data/fetch.h"
#include "src/data/home.h"
#include "src/data/loan.h"
#include "src/data/seat.h"
#include "src/data/starved.h"
#include "src/data/view.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"

#include <stdlib.h>
#include <string.h>

/* -- The table of foreign blocks ----------------------------------------- */

/* Blocks that had the same label one after the other have versions that
 * differ in these bits (src/api/db.c). */
static uint64_t
series_of(ocrGuid_t g, uint64_t version)
{
	return ocr_label_recurs(g) ? version >> OCR_BLOCK_VERSION_BITS : 0;
}

static struct ocr_block_shard *
shard_of(struct ocr_runtime *rt, ocrGuid_t g)
{
	return &rt->data->foreign_blocks
			.shards[ocr_guid_hash(g) % OCR_BLOCK_SHARDS];
}

static struct ocr_foreign_block **
bucket_locked(struct ocr_block_shard *s, ocrGuid_t g)
{
	return &s->buckets[(ocr_guid_hash(g) / OCR_BLOCK_SHARDS) &
			   (s->n_buckets - 1)];
}

static struct ocr_foreign_block *
lookup_locked(struct ocr_block_shard *s, ocrGuid_t g, uint64_t series)
{
	struct ocr_foreign_block *f;

	if (!s->n_buckets)
		return NULL;
	for (f = *bucket_locked(s, g); f; f = f->next)
		if (ocr_guid_eq(f->block.guid, g) && f->series == series)
			return f;
	return NULL;
}

static int
grow_locked(struct ocr_block_shard *s)
{
	size_t n_old = s->n_buckets, n = n_old ? 2 * n_old : 16;
	struct ocr_foreign_block **old = s->buckets;

	s->buckets = calloc(n, sizeof(struct ocr_foreign_block *));
	if (!s->buckets) {
		s->buckets = old;
		return -1;
	}
	s->n_buckets = n;
	for (size_t i = 0; i < n_old; i++) {
		while (old[i]) {
			struct ocr_foreign_block *f = old[i];
			struct ocr_foreign_block **to =
				bucket_locked(s, f->block.guid);

			old[i] = f->next;
			f->next = *to;
			*to = f;
		}
	}
	free(old);
	return 0;
}

static void
fill_locked(struct ocr_block *b, ocrGuid_t g, uint64_t size, uint64_t version,
	    uint32_t flags)
{
	b->flags = flags;
	b->guid = g;
	b->size = size;
	b->copy = (struct ocr_copy){.version = version};
	b->busy = NULL;
}

static struct ocr_foreign_block *
insert_locked(struct ocr_runtime *rt, struct ocr_block_shard *s, ocrGuid_t g,
	      uint64_t size, uint64_t version)
{
	struct ocr_foreign_block *f, **to;

	if (s->n >= s->n_buckets && grow_locked(s) && !s->n_buckets)
		return NULL;
	f = ocr_pool_get(&rt->data->foreigns, &ocr_self->foreigns);
	if (!f)
		return NULL;
	ocr_block_lock(&f->block);
	fill_locked(&f->block, g, size, version, 0);
	f->series = series_of(g, version);
	f->claims = 0;
	to = bucket_locked(s, g);
	f->next = *to;
	*to = f;
	s->n++;
	return f;
}

struct ocr_block *
ocr_block_find(struct ocr_runtime *rt, ocrGuid_t g, uint64_t version)
{
	struct ocr_block_shard *s = shard_of(rt, g);
	struct ocr_foreign_block *f;

	ocr_lock(&s->lock, OCR_LOCK_BLOCKS);
	f = lookup_locked(s, g, series_of(g, version));
	if (f)
		ocr_block_lock(&f->block);
	ocr_unlock(&s->lock, OCR_LOCK_BLOCKS);
	return f ? &f->block : NULL;
}

struct ocr_block *
ocr_block_get(struct ocr_runtime *rt, ocrGuid_t g, uint64_t size,
	      uint64_t version)
{
	struct ocr_block_shard *s = shard_of(rt, g);
	struct ocr_foreign_block *f;

	ocr_lock(&s->lock, OCR_LOCK_BLOCKS);
	f = lookup_locked(s, g, series_of(g, version));
	if (f)
		ocr_block_lock(&f->block);
	else
		f = insert_locked(rt, s, g, size, version);
	ocr_unlock(&s->lock, OCR_LOCK_BLOCKS);
	return f ? &f->block : NULL;
}

static bool
is_empty_locked(const struct ocr_block *b)
{
	return !b->copy.data && !b->busy && !(b->flags & OCR_BLOCK_OFFERED) &&
	       !((const struct ocr_foreign_block *)(const void *)b)->claims;
}

/* Takes a block with nothing in it out of the table, if it still is so. */
static void
retire(struct ocr_runtime *rt, struct ocr_foreign_block *f, ocrGuid_t g)
{
	struct ocr_block_shard *s = shard_of(rt, g);
	struct ocr_foreign_block **p;
	bool gone;

	ocr_lock(&s->lock, OCR_LOCK_BLOCKS);
	ocr_block_lock(&f->block);
	gone = ocr_guid_eq(f->block.guid, g) && is_empty_locked(&f->block);
	if (gone) {
		for (p = bucket_locked(s, g); *p != f; p = &(*p)->next)
			;
		*p = f->next;
		s->n--;
		f->block.guid = NULL_GUID;
	}
	ocr_unlock(&f->block.lock, OCR_LOCK_DB);
	ocr_unlock(&s->lock, OCR_LOCK_BLOCKS);
	if (gone)
		ocr_pool_put(&rt->data->foreigns, &ocr_self->foreigns, f);
}

/* -- Blocks --------------------------------------------------------------- */

void
ocr_block_lock(struct ocr_block *b)
{
	ocr_lock(&b->lock, OCR_LOCK_DB);
}

void
ocr_block_hear_locked(struct ocr_runtime *rt, struct ocr_block *b,
		      uint32_t flags)
{
	if (flags & OCR_GRANT_EAGER) {
		b->flags |= OCR_BLOCK_EAGER;
		atomic_store_explicit(&rt->any_eager, true,
				      memory_order_relaxed);
	}
	ocr_block_set_kind_locked(
		b, (enum ocr_memory_kind)(flags / OCR_GRANT_KIND % 4));
}

struct ocr_busy *
ocr_block_busy_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	if (b->busy)
		return b->busy;
	b->busy = ocr_pool_get(&rt->data->busies, &ocr_self->busies);
	if (!b->busy)
		return NULL;
	*b->busy = (struct ocr_busy){0};
	if (b->flags & OCR_BLOCK_HOME)
		ocr_home_inflate(rt, b);
	return b->busy;
}

void
ocr_block_calm_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	if (b->flags & OCR_BLOCK_HOME)
		ocr_home_fini(&b->busy->home);
	ocr_pool_put(&rt->data->busies, &ocr_self->busies, b->busy);
	b->busy = NULL;
}

static void
advise_locked(struct ocr_block *b, const ocrHint_t *hint, ocrHintProp_t prop,
	      uint32_t flag)
{
	uint64_t value;

	if (!ocr_hint_get(hint, prop, &value))
		return;
	b->flags &= ~flag;
	if (value)
		b->flags |= flag;
}

void
ocr_block_advise_locked(struct ocr_runtime *rt, struct ocr_block *b,
			const ocrHint_t *hint)
{
	advise_locked(b, hint, OCR_HINT_DB_EAGER, OCR_BLOCK_EAGER);
	advise_locked(b, hint, OCR_HINT_DB_LAZY, OCR_BLOCK_LAZY);
	if (b->flags & OCR_BLOCK_EAGER)
		/* pairs with nothing: see ocr_push_ahead() */
		atomic_store_explicit(&rt->any_eager, true,
				      memory_order_relaxed);
}

static bool
is_idle_locked(const struct ocr_runtime *rt, const struct ocr_block *b)
{
	const struct ocr_busy *y = b->busy;

	return !y->older && !y->fetches && !y->loans && !y->shared &&
	       (!(b->flags & OCR_BLOCK_HOME) || ocr_home_is_at_rest(rt, b));
}

static void
unlock_home(struct ocr_runtime *rt, struct ocr_block *b)
{
	bool stores = ocr_home_must_store_locked(b);
	struct ocr_chunk *chunk = NULL;
	ocrGuid_t g = b->guid;
	bool gone;

	/* The next of its label may be created behind this, not below its lock.
	 */
	ocr_delay_begin();
	gone = ocr_home_bury_locked(rt, b, &chunk);
	/* A stale pointer may lead to one that is nobody's, or newborn. */
	if (!gone && !ocr_guid_is_null(g) && b->flags & OCR_BLOCK_ORPHAN &&
	    !b->copy.data) {
		b->guid = NULL_GUID;
		gone = true;
	}
	ocr_unlock(&b->lock, OCR_LOCK_DB);
	if (gone)
		ocr_pool_put(&rt->data->homes, &ocr_self->homes, b);
	if (chunk)
		rt->data->backing->gone(chunk);
	if (stores)
		rt->data->backing->turn(rt, g);
	ocr_delay_end(rt);
}

static void
unlock_foreign(struct ocr_runtime *rt, struct ocr_block *b)
{
	ocrGuid_t g = b->guid;
	/* A stale pointer may lead to one that is nobody's. */
	bool empty = !ocr_guid_is_null(g) && is_empty_locked(b);

	ocr_unlock(&b->lock, OCR_LOCK_DB);
	if (empty)
		retire(rt, ocr_block_foreign(b), g);
}

static void
calm_down_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	if (!b->busy || !is_idle_locked(rt, b))
		return;
	ocr_block_calm_locked(rt, b);
}

void
ocr_block_unlock_evicted(struct ocr_runtime *rt, struct ocr_block *b)
{
	calm_down_locked(rt, b);
	unlock_foreign(rt, b);
	ocr_starved_retry(rt);
}

/* Most are: nothing ends with its use. */
static inline bool
is_at_rest_locked(const struct ocr_block *b)
{
	return !b->busy && (b->flags & (OCR_BLOCK_HOME | OCR_BLOCK_ORPHAN)) ==
				   OCR_BLOCK_HOME;
}

/* What had to wait until no block is locked. */
static __attribute__((noinline)) void
settle(struct ocr_runtime *rt)
{
	ocr_parts_settle(rt, &rt->data->parts);
	ocr_starved_retry(rt);
}

static __attribute__((noinline)) void
unlock_others(struct ocr_runtime *rt, struct ocr_block *b)
{
	calm_down_locked(rt, b);
	if (is_at_rest_locked(b)) {
		ocr_unlock(&b->lock, OCR_LOCK_DB);
	} else if (b->flags & OCR_BLOCK_HOME) {
		unlock_home(rt, b);
	} else {
		unlock_foreign(rt, b);
		ocr_cache_trim(rt);
	}
	settle(rt);
}

/* Of another node's: a copy, with nothing to do for it nor for others.
 * Relaxed: whoever has made the cache larger sees that. */
static inline bool
is_kept_locked(const struct ocr_runtime *rt, const struct ocr_block *b)
{
	const struct ocr_cache *c = &rt->data->cache;

	return !b->busy && !(b->flags & OCR_BLOCK_HOME) && b->copy.data &&
	       atomic_load_explicit(&c->bytes, memory_order_relaxed) <=
		       c->limit;
}

void
ocr_block_unlock(struct ocr_runtime *rt, struct ocr_block *b)
{
	const struct ocr_data *d = rt->data;

	if (!is_at_rest_locked(b) && !is_kept_locked(rt, b)) {
		unlock_others(rt, b);
		return;
	}
	ocr_unlock(&b->lock, OCR_LOCK_DB);
	/* Relaxed, as both are. */
	if (__builtin_expect(
		    atomic_load_explicit(&d->parts.todo,
					 memory_order_relaxed) != 0 ||
			    atomic_load_explicit(&d->starved.hope,
						 memory_order_relaxed) != 0,
		    0))
		settle(rt);
}

struct ocr_block *
ocr_block_create_empty(struct ocr_runtime *rt, ocrGuid_t g, uint64_t size,
		       uint64_t version)
{
	struct ocr_block *b = ocr_pool_get(&rt->data->homes, &ocr_self->homes);

	if (!b)
		return NULL;
	ocr_block_lock(b);
	fill_locked(b, g, size, version, OCR_BLOCK_HOME | OCR_BLOCK_BLANK);
	ocr_unlock(&b->lock, OCR_LOCK_DB);
	return b;
}

struct ocr_block *
ocr_block_create_in(struct ocr_runtime *rt, ocrGuid_t g, uint64_t size,
		    uint64_t version, enum ocr_memory_kind kind)
{
	void *data = ocr_cache_alloc(rt, size, kind);
	struct ocr_block *b;

	if (!data)
		return NULL;
	if (ocr_owner_of(rt, g) == rt->self) {
		b = ocr_pool_get(&rt->data->homes, &ocr_self->homes);
		if (b) {
			ocr_block_lock(b);
			fill_locked(b, g, size, version,
				    OCR_BLOCK_HOME | OCR_BLOCK_WRITING);
		}
	} else {
		b = ocr_block_get(rt, g, size, version);
	}
	if (!b) {
		ocr_memory_free_sized(rt->memory, data, size);
		return NULL;
	}
	ocr_block_set_kind_locked(b, kind);
	/* What a writer makes of the first version, which nobody has. */
	b->copy = (struct ocr_copy){data, version + 1, 1,
				    OCR_COPY_PINNED | OCR_COPY_READY};
	ocr_unlock(&b->lock, OCR_LOCK_DB);
	return b;
}

void
ocr_block_bear(struct ocr_block *b, ocrGuid_t g, bool held)
{
	void *data = b->copy.data;

	ocr_block_lock(b);
	fill_locked(b, g, b->size, 0,
		    OCR_BLOCK_HOME | (held ? OCR_BLOCK_WRITING : 0));
	b->copy = (struct ocr_copy){data, 1, held,
				    OCR_COPY_PINNED | OCR_COPY_READY};
	ocr_unlock(&b->lock, OCR_LOCK_DB);
}

struct ocr_block *
ocr_block_create_full(struct ocr_runtime *rt, ocrGuid_t g, const void *bytes,
		      uint64_t size)
{
	void *data = ocr_cache_alloc(rt, size, OCR_MEMORY_NEAR);
	struct ocr_block *b =
		data ? ocr_pool_get(&rt->data->homes, &ocr_self->homes) : NULL;

	if (!b) {
		ocr_memory_free_sized(rt->memory, data, size);
		return NULL;
	}
	memcpy(data, bytes, size);
	b->size = size;
	b->copy.data = data;
	ocr_block_bear(b, g, false);
	return b;
}

struct ocr_block *
ocr_block_create(struct ocr_runtime *rt, ocrGuid_t g, uint64_t size,
		 uint64_t version)
{
	return ocr_block_create_in(rt, g, size, version, OCR_MEMORY_NEAR);
}

void
ocr_block_abort(struct ocr_runtime *rt, struct ocr_block *b)
{
	ocr_block_lock(b);
	if (b->flags & OCR_BLOCK_HOME)
		b->flags |= OCR_BLOCK_ORPHAN;
	b->copy.refs = 0;
	b->copy.flags = OCR_COPY_STALE;
	ocr_copy_settle_locked(rt, b, &b->copy);
	ocr_block_unlock(rt, b);
}

void
ocr_block_put(struct ocr_runtime *rt, struct ocr_block *b, const void *data)
{
	struct ocr_copy *c;

	ocr_block_lock(b);
	c = ocr_copy_at_locked(b, data);
	if (!c && ocr_loan_end_locked(rt, b, data)) {
		ocr_block_unlock(rt, b);
		return;
	}
	if (!c || !c->refs)
		ocr_bug("a block is released more often than acquired");
	c->refs--;
	if (b->flags & OCR_BLOCK_DOOMED && !c->refs) {
		ocr_home_end_doomed(rt, b);
		return;
	}
	/* At rest, and stays so. */
	if (!b->busy && c->flags & OCR_COPY_PINNED &&
	    (b->flags & (OCR_BLOCK_HOME | OCR_BLOCK_ORPHAN)) ==
		    OCR_BLOCK_HOME &&
	    OCR_STARVED_NONE(rt)) {
		ocr_unlock(&b->lock, OCR_LOCK_DB);
		return;
	}
	/* Though it may stay, who waits for memory may have its place. */
	if (!c->refs)
		ocr_starved_hope(rt);
	if (b->flags & OCR_BLOCK_ORPHAN)
		c->flags &= ~(uint32_t)OCR_COPY_PINNED;
	ocr_copy_settle_locked(rt, b, c);
	ocr_block_unlock(rt, b);
}

size_t
ocr_blocks_used(struct ocr_runtime *rt)
{
	const struct ocr_foreign_block *f;
	size_t n = 0;

	for (unsigned i = 0; i < OCR_BLOCK_SHARDS; i++) {
		const struct ocr_block_shard *s =
			&rt->data->foreign_blocks.shards[i];

		for (size_t k = 0; k < s->n_buckets; k++)
			for (f = s->buckets[k]; f; f = f->next)
				n += !atomic_load_explicit(
					     &f->cached,
					     memory_order_relaxed) ||
				     f->block.copy.refs;
	}
	return n;
}

/* -- The end of a job ------------------------------------------------------ */

void
ocr_block_abandon(void *runtime, void *block)
{
	struct ocr_runtime *rt = runtime;
	struct ocr_block *b = block;

	if (b->busy) {
		if (b->busy->shared)
			ocr_view_abandon(b);
		while (b->busy->older)
			ocr_copy_free_old_locked(rt, b, &b->busy->older->copy);
		ocr_fetch_abandon(b);
		ocr_loan_abandon(b);
		if (b->flags & OCR_BLOCK_HOME)
			ocr_home_fini(&b->busy->home);
		b->busy = NULL; /* it goes with its pool */
	}
	/* One that was never used is all zero. */
	if (b->copy.data && !(b->copy.flags & (OCR_COPY_ALIAS | OCR_COPY_STAYS)))
		ocr_memory_free_sized(rt->memory, b->copy.data, b->size);
	b->guid = NULL_GUID;
}

void
ocr_blocks_fini(struct ocr_runtime *rt)
{
	ocr_starved_fini(rt);
	ocr_pool_each(&rt->data->homes, ocr_block_abandon, rt);
	ocr_pool_each(&rt->data->foreigns, ocr_block_abandon, rt);
	ocr_parts_fini(rt);
	for (unsigned i = 0; i < OCR_BLOCK_SHARDS; i++)
		free(rt->data->foreign_blocks.shards[i].buckets);
}
