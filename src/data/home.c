/* SPDX-License-Identifier: BSD-3-Clause */
/* home.c - see home.h. */
#include "src/data/home.h"

#include "src/base/fail.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/data/acquire.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/right.h"
#include "src/data/seen.h"
#include "src/data/serve.h"
#include "src/data/split.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool
ocr_home_is_there_locked(const struct ocr_block *b, ocrGuid_t g)
{
	return ocr_guid_eq(b->guid, g) && !(b->flags & OCR_BLOCK_DOOMED) &&
	       !(b->busy && b->busy->home.destroyed);
}

/* -- Acquire ----------------------------------------------------------------
 */

static void
fail_destroyed(struct ocr_runtime *rt, ocr_node_t from, ocrGuid_t db)
{
	char text[OCR_GUID_TEXT];

	ocr_fail(rt, "a task of node %u needs %s, which was destroyed", from,
		 ocr_guid_text(db, text));
}

void
ocr_home_no_block(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *acquire)
{
	const struct ocr_msg_acquire *m = (const void *)acquire;
	char text[OCR_GUID_TEXT];

	ocr_fail(rt,
		 "a task of node %u needs %s, but the object with "
		 "this GUID is no such data block",
		 from, ocr_guid_text(m->db, text));
}

/* For a task of this node: now, if the block is at rest. */
static inline bool
take_locked(struct ocr_block *b, uint32_t mode)
{
	struct ocr_copy *c = &b->copy;

	if (b->busy || !c->data || b->flags & OCR_BLOCK_DOOMED ||
	    b->flags & OCR_BLOCK_WRITING)
		return false;
	if (ocr_mode_writes(mode)) {
		/* A lease has to be recalled first, if it is not given back. */
		if (c->refs ||
		    (b->flags & OCR_BLOCK_LENT && !ocr_home_is_back_locked(b)))
			return false;
		c->version++;
		b->flags |= OCR_BLOCK_WRITING;
		if (mode == DB_MODE_EW)
			b->flags |= OCR_BLOCK_EXCLUSIVE;
	}
	c->flags &= ~(uint32_t)OCR_COPY_PUSHED;
	c->refs++;
	return true;
}

bool
ocr_home_take(struct ocr_block *b, ocrGuid_t g, uint32_t mode, void **data)
{
	bool taken;

	ocr_block_lock(b);
	taken = ocr_guid_eq(b->guid, g) && take_locked(b, mode);
	if (taken)
		*data = b->copy.data;
	/* It is as much at rest as before. */
	ocr_unlock(&b->lock, OCR_LOCK_DB);
	return taken;
}

bool
ocr_home_is_free(struct ocr_block *b, ocrGuid_t g)
{
	const uint32_t taken =
		OCR_BLOCK_DOOMED | OCR_BLOCK_WRITING | OCR_BLOCK_LENT;
	bool is_free;

	ocr_block_lock(b);
	is_free = ocr_guid_eq(b->guid, g) && !b->busy && b->copy.data &&
		  !b->copy.refs && !(b->flags & taken);
	ocr_unlock(&b->lock, OCR_LOCK_DB);
	return is_free;
}

int
ocr_home_queue_locked(struct ocr_runtime *rt, struct ocr_block *b,
		      const struct ocr_want *want)
{
	struct ocr_busy *y = ocr_block_busy_locked(rt, b);
	struct ocr_want *w = y ? malloc(sizeof(*w)) : NULL;

	if (!w)
		return -ENOMEM;
	*w = *want;
	w->next = NULL;
	*y->home.queue_end = w;
	y->home.queue_end = &w->next;
	if (y->home.chunk && !y->home.wanted) {
		y->home.wanted = true;
		rt->data->backing->want(y->home.chunk);
	}
	ocr_home_pump_locked(rt, b);
	return 0;
}

static int
queue_locked(struct ocr_runtime *rt, struct ocr_block *b, ocr_node_t from,
	     const struct ocr_msg_acquire *m)
{
	const struct ocr_want w = {.edt = m->edt,
				   .have = m->have,
				   .node = from,
				   .index = m->index,
				   .mode = m->mode,
				   .first = m->first};

	b->flags &= ~(uint32_t)OCR_BLOCK_BLANK;
	return ocr_home_queue_locked(rt, b, &w);
}

int
ocr_home_acquire_at(struct ocr_runtime *rt, struct ocr_block *b,
		    ocr_node_t from, const struct ocr_msg_acquire *m,
		    void **data)
{
	int err = 0;

	*data = NULL;
	ocr_block_lock(b);
	if (from == rt->self && ocr_guid_eq(b->guid, m->db) &&
	    take_locked(b, m->mode)) {
		*data = b->copy.data;
		/* It is as much at rest as before. */
		ocr_unlock(&b->lock, OCR_LOCK_DB);
		return 0;
	}
	if (!ocr_home_is_there_locked(b, m->db)) {
		ocr_block_unlock(rt, b);
		fail_destroyed(rt, from, m->db);
		return 0;
	}
	err = queue_locked(rt, b, from, m);
	ocr_block_unlock(rt, b);
	return err;
}

static int
acquire(struct ocr_runtime *rt, struct ocr_block *b, ocr_node_t from,
	const struct ocr_msg_acquire *m)
{
	void *data;
	int err = ocr_home_acquire_at(rt, b, from, m, &data);

	if (data)
		ocr_acquired(rt, b, data, m->edt, m->index);
	return err;
}

/* -- Release, fetched, recalled ----------------------------------------------
 */

/* Of one that has a directory. */
static __attribute__((noinline)) int
release_busy_locked(struct ocr_runtime *rt, struct ocr_block *b,
		    ocr_node_t from, const struct ocr_msg_release *m)
{
	struct ocr_home *h = &b->busy->home;

	if (!h->writers || h->writer != from ||
	    (m->more && (!h->kept || h->passed)) ||
	    m->more >= OCR_HAVE_NONE - 1 - h->version)
		return -EINVAL;
	h->yields = false;
	if (!--h->writers) {
		ocr_home_forget_passed_locked(rt, b);
		h->version++;
		if (h->kept)
			ocr_home_given_back_locked(rt, b, m->more);
		h->holder = from;
		h->offset = m->offset;
		h->exclusive = false;
	}
	h->dirty = h->chunk;
	return 0;
}

int
ocr_home_release_locked(struct ocr_runtime *rt, struct ocr_block *b,
			ocr_node_t from, const struct ocr_msg_release *m)
{
	if (b->busy)
		return release_busy_locked(rt, b, from, m);
	if (from != rt->self || !(b->flags & OCR_BLOCK_WRITING))
		return -EINVAL;
	b->flags &= ~(uint32_t)(OCR_BLOCK_WRITING | OCR_BLOCK_EXCLUSIVE);
	return 0;
}

int
ocr_home_release_at(struct ocr_runtime *rt, struct ocr_block *b,
		    ocr_node_t from, const struct ocr_msg_release *m)
{
	int err = -EINVAL;

	ocr_block_lock(b);
	if (ocr_guid_eq(b->guid, m->db))
		err = ocr_home_release_locked(rt, b, from, m);
	if (!err && b->busy)
		ocr_home_pump_locked(rt, b);
	ocr_block_unlock(rt, b);
	return err;
}

static int
fetched(struct ocr_runtime *rt, struct ocr_block *b, ocr_node_t from,
	const struct ocr_msg_fetched *m)
{
	int err = -ENOENT;

	ocr_block_lock(b);
	if (ocr_guid_eq(b->guid, m->db))
		err = b->busy ? ocr_home_fetched_locked(rt, b, from, m->source,
							m->version, m->count)
			      : -EINVAL;
	if (!err && m->source == rt->self)
		ocr_home_time_way_locked(rt, b, from, m->version);
	if (!err && from == rt->self)
		ocr_home_adopt_locked(rt, b);
	if (!err)
		ocr_home_serve_locked(rt, b);
	ocr_block_unlock(rt, b);
	return err;
}

static int
recalled(struct ocr_runtime *rt, struct ocr_block *b, ocr_node_t from,
	 const struct ocr_msg_recalled *m)
{
	int err = -EINVAL;

	ocr_block_lock(b);
	if (ocr_guid_eq(b->guid, m->db) && b->busy)
		err = ocr_home_recalled_locked(rt, b, from);
	if (!err)
		ocr_home_pump_locked(rt, b);
	ocr_block_unlock(rt, b);
	return err;
}

/* -- Destroy, hints -------------------------------------------------------- */

/* Nobody has it, wants it or has been told of it: there is no need for a
 * directory to end that. */
static inline bool
is_alone_locked(const struct ocr_block *b)
{
	return !b->busy && !b->copy.refs &&
	       !(b->flags &
		 (OCR_BLOCK_WRITING | OCR_BLOCK_ORPHAN | OCR_BLOCK_LENT));
}

bool
ocr_home_end(struct ocr_runtime *rt, struct ocr_block *b, ocrGuid_t g)
{
	void *data = NULL;
	bool alone;

	ocr_block_lock(b);
	alone = ocr_guid_eq(b->guid, g) && is_alone_locked(b) &&
		OCR_STARVED_NONE(rt) && !ocr_seen_any(b);
	if (alone) {
		ocr_names_bury(rt, g, b);
		data = b->copy.data;
		b->copy.data = NULL;
		b->guid = NULL_GUID;
	}
	ocr_unlock(&b->lock, OCR_LOCK_DB);
	if (!alone)
		return false;
	if (data)
		ocr_memory_free_sized(rt->memory, data, b->size);
	ocr_pool_put(&rt->data->homes, &ocr_self->homes, b);
	return true;
}

/* Unlocking frees it. */
static bool
bury_at_rest_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	if (!is_alone_locked(b))
		return false;
	ocr_seen_tell_locked(rt, b, OCR_NODE_NONE);
	ocr_names_bury(rt, b->guid, b);
	b->flags |= OCR_BLOCK_ORPHAN;
	b->copy.flags &= ~(uint32_t)OCR_COPY_PINNED;
	ocr_copy_settle_locked(rt, b, &b->copy);
	return true;
}

/* Only tasks here have it, to read: the last of them ends it. */
static bool
doom_locked(struct ocr_block *b)
{
	const uint32_t others =
		OCR_BLOCK_WRITING | OCR_BLOCK_ORPHAN | OCR_BLOCK_LENT;

	if (b->busy || b->flags & others)
		return false;
	b->flags |= OCR_BLOCK_DOOMED;
	return true;
}

int
ocr_home_destroy_at(struct ocr_runtime *rt, struct ocr_block *b, ocrGuid_t g)
{
	struct ocr_busy *y;
	int err = -EPERM;

	ocr_block_lock(b);
	if (ocr_home_is_there_locked(b, g) &&
	    (bury_at_rest_locked(rt, b) || doom_locked(b))) {
		err = 0;
	} else if (ocr_home_is_there_locked(b, g)) {
		y = ocr_block_busy_locked(rt, b);
		err = y ? 0 : -ENOMEM;
		if (y) {
			y->home.destroyed = true;
			ocr_home_serve_locked(rt, b);
		}
		if (y && y->home.chunk)
			rt->data->backing->close(y->home.chunk);
		if (y && y->home.part)
			ocr_split_doom_locked(rt, b);
	}
	/* The last to leave buries it. */
	ocr_block_unlock(rt, b);
	return err;
}

static int
set_hint(struct ocr_runtime *rt, struct ocr_block *b,
	 const struct ocr_msg_set_hint *m)
{
	ocrHint_t hint = m->hint;
	struct ocr_busy *y;
	int err = -ENOENT;

	ocr_hint_clean(&hint, OCR_HINT_DB_T, rt->size);
	ocr_block_lock(b);
	if (ocr_guid_eq(b->guid, m->guid)) {
		y = ocr_block_busy_locked(rt, b);
		err = y ? ocr_hint_keep(&y->home.hint, &hint) : -ENOMEM;
		ocr_block_advise_locked(rt, b, &hint);
		if (!err)
			ocr_block_set_kind_locked(
				b, ocr_hint_memory(y->home.hint));
	}
	ocr_block_unlock(rt, b);
	return err;
}

/* -- Create ---------------------------------------------------------------- */

int
ocr_home_apply_parked(struct ocr_runtime *rt, void *obj, ocr_node_t from,
		      const struct ocr_op *op)
{
	const void *m = op;

	switch (op->type) {
	case OCR_MSG_ACQUIRE:
		return acquire(rt, obj, from, m);
	case OCR_MSG_FETCHED:
		return fetched(rt, obj, from, m);
	case OCR_MSG_RELEASE:
		return ocr_home_release_at(rt, obj, from, m);
	case OCR_MSG_PARTITION:
		return ocr_split_apply(rt, obj, from, m);
	case OCR_MSG_SET_HINT:
		return set_hint(rt, obj, m);
	case OCR_MSG_DESTROY:
		return ocr_home_destroy_at(
			rt, obj, ((const struct ocr_msg_destroy *)m)->guid);
	default:
		return -EINVAL;
	}
}

/* -- From ops to functions ------------------------------------------------- */

static struct ocr_block *
block_of(struct ocr_runtime *rt, ocrGuid_t g, ocr_node_t from,
	 const struct ocr_op *op, int *err)
{
	if (ocr_guid_kind(g) != OCR_GUID_DB) {
		*err = -EINVAL;
		return NULL;
	}
	return ocr_names_object_of(rt, g, from, op, err);
}

int
ocr_home_on_acquire(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_acquire *m = (const void *)op;
	struct ocr_block *b;
	int err;

	if (!ocr_mode_writes(m->mode) && !ocr_mode_reads(m->mode))
		return -EINVAL;
	if (from != rt->self &&
	    ocr_serve_learn(&rt->data->serve, from, m->host))
		return -EINVAL;
	b = block_of(rt, m->db, from, op, &err);
	if (b)
		return acquire(rt, b, from, m);
	if (err == -ENOENT)
		fail_destroyed(rt, from, m->db);
	else if (err == -EINVAL && ocr_guid_kind(m->db) == OCR_GUID_DB)
		ocr_home_no_block(rt, from, &m->op);
	else
		return err;
	return 0;
}

int
ocr_home_on_fetched(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_fetched *m = (const void *)op;
	struct ocr_block *b;
	int err;

	if (!m->count)
		return 0;
	b = block_of(rt, m->db, from, op, &err);
	return b ? fetched(rt, b, from, m) : err;
}

int
ocr_home_on_release(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_release *m = (const void *)op;
	struct ocr_block *b;
	int err;

	if (from == rt->self && ocr_owner_of(rt, m->db) != from)
		return ocr_right_release(rt, m->db);
	b = block_of(rt, m->db, from, op, &err);
	return b ? ocr_home_release_at(rt, b, from, m) : err;
}

int
ocr_home_on_recalled(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_recalled *m = (const void *)op;
	void *obj;

	/* Whoever was asked, was asked by a block that waits for him. */
	if (ocr_guid_kind(m->db) != OCR_GUID_DB ||
	    ocr_owner_of(rt, m->db) != rt->self ||
	    ocr_names_find(rt, m->db, &obj) != OCR_SLOT_LIVE)
		return -EINVAL;
	return recalled(rt, obj, from, m);
}

static int
returned(struct ocr_runtime *rt, ocr_node_t from, ocrGuid_t db,
	 uint64_t version, uint32_t fetches)
{
	struct ocr_block *b;
	int err = -EINVAL;

	/* Who has a lease, or has it no more because he may write, keeps the
	 * block there, and what is known of him. */
	if (ocr_guid_kind(db) != OCR_GUID_DB ||
	    ocr_owner_of(rt, db) != rt->self || !(b = ocr_names_live(rt, db)))
		return -EINVAL;
	ocr_block_lock(b);
	if (ocr_guid_eq(b->guid, db))
		err = ocr_home_returned_locked(rt, b, from, version, fetches);
	ocr_block_unlock(rt, b);
	return err;
}

int
ocr_home_on_returned(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_returned *m = (const void *)op;

	if (from != rt->self &&
	    ocr_serve_learn(&rt->data->serve, from, m->host))
		return -EINVAL;
	return returned(rt, from, m->db, m->version, m->fetches);
}

int
ocr_home_take_back(struct ocr_runtime *rt)
{
	struct ocr_worker *w = ocr_self;

	w->back.has = false;
	return returned(rt, w->back.from, w->back.db, w->back.version, 0);
}

int
ocr_home_declined(struct ocr_runtime *rt, ocr_node_t from, ocrGuid_t db)
{
	struct ocr_block *b;
	int err = -EINVAL;
	void *obj;

	/* Its task is a writer, who keeps the block there. */
	if (ocr_guid_kind(db) != OCR_GUID_DB ||
	    ocr_names_find(rt, db, &obj) != OCR_SLOT_LIVE)
		return err;
	b = obj;
	ocr_block_lock(b);
	if (ocr_guid_eq(b->guid, db) && b->busy)
		err = ocr_home_declined_locked(rt, b, from);
	ocr_block_unlock(rt, b);
	return err;
}

int
ocr_home_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_destroy *m = (const void *)op;
	struct ocr_block *b;
	int err;

	b = block_of(rt, m->guid, from, op, &err);
	if (b)
		return ocr_home_destroy_at(rt, b, m->guid);
	return err == -ENOENT ? -EPERM : err;
}

int
ocr_home_on_set_hint(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_set_hint *m = (const void *)op;
	struct ocr_block *b;
	int err;

	b = block_of(rt, m->guid, from, op, &err);
	return b ? set_hint(rt, b, m) : err;
}
