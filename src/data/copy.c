/* SPDX-License-Identifier: BSD-3-Clause */
/* copy.c - the versions of a block's bytes that are here. */
#include "src/data/block.h"

#include "src/base/runtime.h"
#include "src/data/cache.h"
#include "src/data/right.h"
#include "src/data/seat.h"
#include "src/data/starved.h"
#include "src/sched/worker.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* At the end packets are gone before blocks are. */
static void
let_go(struct ocr_runtime *rt, const struct ocr_copy *c)
{
	if (rt->fabric)
		ocr_fabric_let_go(rt->fabric, c->data);
}

static void
free_bytes(struct ocr_runtime *rt, struct ocr_block *b, struct ocr_copy *c)
{
	ocr_right_lose_locked(rt, b, c->version);
	if (c->flags & OCR_COPY_ALIAS)
		ocr_seat_vacate_locked(rt, b->guid);
	else if (c->flags & OCR_COPY_STAYS)
		let_go(rt, c);
	else
		ocr_memory_free_sized(rt->memory, c->data, b->size);
	c->data = NULL;
	ocr_starved_hope(rt);
}

struct ocr_copy *
ocr_copy_find_locked(struct ocr_block *b, uint64_t version)
{
	struct ocr_old *o;

	if (b->copy.data && b->copy.version == version)
		return &b->copy;
	for (o = b->busy ? b->busy->older : NULL; o; o = o->next)
		if (o->copy.version == version)
			return &o->copy;
	return NULL;
}

static bool
is_used(const struct ocr_copy *c)
{
	return c->refs || c->flags & (OCR_COPY_PINNED | OCR_COPY_HELD);
}

static void
uncache_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	if (!(b->flags & OCR_BLOCK_HOME))
		ocr_cache_remove(rt, ocr_block_foreign(b));
}

/* Room for another copy. */
static bool
set_aside_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_busy *y;
	struct ocr_old *o;

	if (!b->copy.data)
		return true;
	y = ocr_block_busy_locked(rt, b);
	o = y ? malloc(sizeof(*o)) : NULL;
	if (!o)
		return false;
	o->copy = b->copy;
	o->next = y->older;
	y->older = o;
	return true;
}

/* The home was told of the copy, and may answer that it will do. */
static bool
is_claimed_locked(struct ocr_block *b)
{
	return !(b->flags & OCR_BLOCK_HOME) && ocr_block_foreign(b)->claims &&
	       b->copy.flags & OCR_COPY_READY;
}

/* If a newer one comes nobody will get this one any more, not even who told
 * the home of it.  But one that was pushed may have overtaken the grant of an
 * older one. */
static void
drop_for_locked(struct ocr_runtime *rt, struct ocr_block *b, uint64_t version)
{
	if (!b->copy.data || is_used(&b->copy))
		return;
	uncache_locked(rt, b);
	if (version > b->copy.version || !is_claimed_locked(b))
		free_bytes(rt, b, &b->copy);
}

struct ocr_copy *
ocr_copy_add_locked(struct ocr_runtime *rt, struct ocr_block *b,
		    uint64_t version)
{
	void *data;

	drop_for_locked(rt, b, version);
	data = ocr_memory_alloc_kind(rt->memory, b->size, ocr_block_kind(b));
	if (!data)
		return NULL;
	if (!set_aside_locked(rt, b)) {
		ocr_memory_free_sized(rt->memory, data, b->size);
		return NULL;
	}
	b->copy =
		(struct ocr_copy){.data = data, .version = version, .refs = 1};
	return &b->copy;
}

static_assert(offsetof(struct ocr_msg_grant, bytes) == OCR_HOLD_OP_BYTES,
	      "or the bytes of a grant could never stay");

/* Tasks do; a seat's owner has them in the parent. */
static bool
reads(const struct ocr_msg_grant *m)
{
	return (m->flags & (OCR_GRANT_INLINE | OCR_GRANT_WRITE)) ==
		       OCR_GRANT_INLINE &&
	       ocr_guid_kind(m->edt) == OCR_GUID_EDT &&
	       m->index != OCR_PARTS_INDEX;
}

struct ocr_copy *
ocr_copy_stay_locked(struct ocr_runtime *rt, struct ocr_block *b,
		     const struct ocr_msg_grant *m)
{
	if (!reads(m) || rt->strict ||
	    !ocr_fabric_hold(rt->fabric, m->bytes, b->size))
		return NULL;
	drop_for_locked(rt, b, m->version);
	if (!set_aside_locked(rt, b)) {
		ocr_fabric_let_go(rt->fabric, m->bytes);
		return NULL;
	}
	b->copy = (struct ocr_copy){
		.data = (void *)m->bytes,
		.version = m->version,
		.refs = 1,
		.flags = OCR_COPY_READY | OCR_COPY_STAYS,
	};
	ocr_self->counted.stayed++;
	return &b->copy;
}

bool
ocr_copy_move_locked(struct ocr_runtime *rt, struct ocr_block *b,
		     struct ocr_copy *c)
{
	void *data;

	if (!(c->flags & OCR_COPY_STAYS) || c->refs || !rt->fabric)
		return true;
	data = ocr_memory_alloc_kind(rt->memory, b->size, ocr_block_kind(b));
	if (!data)
		return false;
	memcpy(data, c->data, b->size);
	let_go(rt, c);
	c->data = data;
	c->flags &= ~(uint32_t)OCR_COPY_STAYS;
	return true;
}

struct ocr_copy *
ocr_copy_renew_locked(struct ocr_block *b, uint64_t version)
{
	struct ocr_copy *c = &b->copy;

	if (!c->data || c->version >= version || is_used(c) ||
	    c->flags & (OCR_COPY_ALIAS | OCR_COPY_STAYS))
		return NULL;
	c->version = version;
	c->flags = 0;
	return c;
}

void
ocr_copy_ref_locked(struct ocr_runtime *rt, struct ocr_block *b,
		    struct ocr_copy *c)
{
	if (!c->refs++ && c == &b->copy && !(b->flags & OCR_BLOCK_HOME))
		ocr_cache_use(rt, ocr_block_foreign(b));
}

void
ocr_copy_pin_locked(struct ocr_runtime *rt, struct ocr_block *b,
		    struct ocr_copy *c)
{
	if (c == &b->copy)
		uncache_locked(rt, b);
	c->flags |= OCR_COPY_PINNED;
}

void
ocr_copy_free_old_locked(struct ocr_runtime *rt, struct ocr_block *b,
			 struct ocr_copy *c)
{
	struct ocr_old **p = &b->busy->older, *o;

	while (&(*p)->copy != c)
		p = &(*p)->next;
	o = *p;
	*p = o->next;
	free_bytes(rt, b, c);
	free(o);
}

/* The home was told of one that is newer than what took its place: it stays
 * until all is answered.  Nobody gets older ones any more. */
static __attribute__((noinline)) void
settle_old_locked(struct ocr_runtime *rt, struct ocr_block *b,
		  struct ocr_copy *c)
{
	if (!(c->flags & OCR_COPY_TOLD) || c->flags & OCR_COPY_STALE ||
	    c->version < b->copy.version || !ocr_block_foreign(b)->claims)
		ocr_copy_free_old_locked(rt, b, c);
}

/* Is c, the last one, which nobody uses, of use?  Not if it would hold up a
 * packet, for want of memory, unless the home may count on it. */
static bool
keep_locked(struct ocr_runtime *rt, struct ocr_block *b, struct ocr_copy *c)
{
	if (b->flags & OCR_BLOCK_HOME || !(c->flags & OCR_COPY_READY) ||
	    c->flags & OCR_COPY_STALE)
		return false;
	if (ocr_block_foreign(b)->claims) {
		ocr_copy_move_locked(rt, b, c);
		return true;
	}
	return ocr_cache_add(rt, ocr_block_foreign(b)) &&
	       ocr_copy_move_locked(rt, b, c);
}

static __attribute__((noinline)) void
drop_last_locked(struct ocr_runtime *rt, struct ocr_block *b,
		 struct ocr_copy *c)
{
	uncache_locked(rt, b);
	free_bytes(rt, b, c);
}

void
ocr_copy_settle_locked(struct ocr_runtime *rt, struct ocr_block *b,
		       struct ocr_copy *c)
{
	if (!c->data || is_used(c))
		return;
	if (c != &b->copy) {
		settle_old_locked(rt, b, c);
		return;
	}
	if (!keep_locked(rt, b, c))
		drop_last_locked(rt, b, c);
}

void
ocr_copy_answered_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_old *o, *next;

	if (ocr_block_foreign(b)->claims)
		return;
	b->copy.flags &= ~(uint32_t)OCR_COPY_TOLD;
	for (o = b->busy ? b->busy->older : NULL; o; o = next) {
		next = o->next;
		o->copy.flags &= ~(uint32_t)OCR_COPY_TOLD;
		if (!is_used(&o->copy))
			ocr_copy_free_old_locked(rt, b, &o->copy);
	}
}

void
ocr_copy_evict_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	if (!b->copy.data || is_used(&b->copy) || ocr_block_foreign(b)->claims)
		return;
	uncache_locked(rt, b);
	free_bytes(rt, b, &b->copy);
}

struct ocr_copy *
ocr_copy_at_locked(struct ocr_block *b, const void *data)
{
	struct ocr_old *o;

	if (b->copy.data == data)
		return &b->copy;
	for (o = b->busy ? b->busy->older : NULL; o; o = o->next)
		if (o->copy.data == data)
			return &o->copy;
	return NULL;
}
