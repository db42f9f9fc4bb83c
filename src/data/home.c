/* SPDX-License-Identifier: BSD-3-Clause */
/* home.c - who may have a block, and where its bytes are.
 *
 * Grants and drops are sent under the entry's lock, against the general rule:
 * they must reach each node in the order in which they were decided, and
 * sending only appends to a batch.
 */
#include "src/data/home.h"

#include "fabric/log.h"
#include "src/boot/runtime.h"
#include "src/object/names.h"
#include "src/data/acquire.h"
#include "src/data/copy.h"
#include "src/observe/observer.h"
#include "src/observe/strict.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The largest block whose bytes travel in the grant itself.  A second trip
 * for the bytes costs more than copying them twice up to about this size. */
#define INLINE_MAX 4096

/* One who waits for his turn. */
struct want {
	struct want *next;
	ocrGuid_t edt;
	ocr_node_t node;
	uint32_t index;
	uint32_t mode;
};

/* A version that is not the newest any more, but still being fetched. */
struct past {
	struct past *next;
	uint64_t version;
	uint64_t fetches;
	ocr_node_t node;
};

struct home {
	struct ocr_lock lock;
	/* Guarded by lock: */
	ocrGuid_t guid;
	uint64_t size;
	uint64_t version;  /* the newest that was released */
	ocr_node_t holder; /* has it; OCR_NODE_NONE: nobody wrote yet */
	uint64_t offset;   /* there */
	uint64_t fetches;  /* of it, under way */
	uint32_t writers;  /* tasks that may be writing */
	ocr_node_t writer; /* their node */
	bool exclusive;
	bool destroyed; /* free it when the last of the others is done */
	struct want *queue, **queue_end;
	struct past *past;
	ocrHint_t *hint; /* or NULL */
};

size_t
ocr_home_bytes(void)
{
	return sizeof(struct home);
}

static bool
is_write(uint32_t mode)
{
	return mode == DB_MODE_RW || mode == DB_MODE_EW;
}

static void
drop_locked(struct ocr_runtime *rt, struct home *h, ocr_node_t node,
	    uint64_t version)
{
	struct ocr_msg_drop m = {
		.op = OCR_OP(OCR_MSG_DROP, struct ocr_msg_drop),
		.db = h->guid,
		.version = version,
	};

	if (node == rt->self)
		ocr_acquire_on_drop(rt, rt->self, &m.op);
	else
		ocr_fabric_send(rt->fabric, node, &m.op);
}

/* The newest version will be overwritten, or written elsewhere, while
 * `fetches` others still read it from its holder. */
static void
keep_past_locked(struct ocr_runtime *rt, struct home *h, uint64_t fetches)
{
	struct past *p;

	h->fetches = 0;
	if (!fetches) {
		drop_locked(rt, h, h->holder, h->version);
		return;
	}
	p = malloc(sizeof(*p));
	if (!p) {
		/* The holder keeps the bytes for ever; nothing is wrong. */
		ocr_log_warn(rt->self, "no memory to track a block's version");
		return;
	}
	p->version = h->version;
	p->fetches = fetches;
	p->node = h->holder;
	p->next = h->past;
	h->past = p;
}

static bool
may_have_locked(const struct home *h, const struct want *w)
{
	if (!h->writers)
		return true;
	return w->mode == DB_MODE_RW && !h->exclusive && h->writer == w->node;
}

/* Where `w` finds the bytes, as flags of the grant. */
static uint32_t
source_locked(struct ocr_runtime *rt, struct home *h, const struct want *w)
{
	bool write = is_write(w->mode);

	if (h->holder == OCR_NODE_NONE || !h->size) {
		if (write && h->holder != OCR_NODE_NONE && h->holder != w->node)
			keep_past_locked(rt, h, h->fetches);
		return OCR_GRANT_FRESH;
	}
	if (h->holder == w->node) {
		if (!write || !h->fetches)
			return 0;
		keep_past_locked(rt, h, h->fetches);
		return OCR_GRANT_COPY;
	}
	if (h->holder == rt->self && h->size <= INLINE_MAX)
		return OCR_GRANT_INLINE;
	if (write)
		keep_past_locked(rt, h, h->fetches + 1);
	else
		h->fetches++;
	return OCR_GRANT_FETCH;
}

static void
send_grant_locked(struct ocr_runtime *rt, struct home *h, const struct want *w,
		  struct ocr_msg_grant *m)
{
	struct ocr_copy_shard *s;
	struct ocr_buf *b;

	m->op.len_bytes = sizeof(*m);
	if (m->flags & OCR_GRANT_INLINE) {
		s = ocr_copy_lock(rt, h->guid);
		b = ocr_copy_find_locked(s, h->guid, h->version);
		if (!b)
			ocr_bug("the holder of a block has lost its bytes");
		memcpy(m->bytes, b->data, h->size);
		ocr_copy_unlock(s);
		m->op.len_bytes += (uint32_t)((h->size + 7) & ~UINT64_C(7));
	}
	if (w->node == rt->self) {
		ocr_acquire_grant(rt, m);
		return;
	}
	if (rt->strict)
		ocr_strict_tell(rt, h->guid, w->node);
	ocr_fabric_send(rt->fabric, w->node, &m->op);
}

static void
grant_locked(struct ocr_runtime *rt, struct home *h, const struct want *w)
{
	union {
		struct ocr_msg_grant m;
		uint64_t room[(sizeof(struct ocr_msg_grant) + INLINE_MAX) / 8];
	} u;
	struct ocr_msg_grant *m = &u.m;
	bool write = is_write(w->mode), joins = h->writers > 0;

	memset(m, 0, sizeof(*m));
	m->op.type = OCR_MSG_GRANT;
	m->db = h->guid;
	m->edt = w->edt;
	m->size = h->size;
	m->version = h->version;
	m->offset = h->offset;
	m->holder = joins ? w->node : h->holder;
	m->index = w->index;
	/* Who joins other writers finds their buffer on his node. */
	m->flags = joins ? 0 : source_locked(rt, h, w);
	if (write) {
		m->flags |= OCR_GRANT_WRITE;
		h->writers++;
		h->writer = w->node;
		h->exclusive = w->mode == DB_MODE_EW;
	}
	send_grant_locked(rt, h, w, m);
	if (write && m->flags & OCR_GRANT_INLINE)
		keep_past_locked(rt, h, 0);
}

static bool
is_unused_locked(const struct home *h)
{
	return !h->writers && !h->queue && !h->fetches && !h->past;
}

/* Serves the queue as far as it goes.  True: the block is to be freed, and
 * nobody can reach it any more. */
static bool
pump_locked(struct ocr_runtime *rt, struct home *h)
{
	while (h->queue && may_have_locked(h, h->queue)) {
		struct want *w = h->queue;

		h->queue = w->next;
		if (!h->queue)
			h->queue_end = &h->queue;
		grant_locked(rt, h, w);
		free(w);
	}
	if (!h->destroyed || !is_unused_locked(h))
		return false;
	if (h->holder != OCR_NODE_NONE)
		drop_locked(rt, h, h->holder, h->version);
	ocr_names_kill(rt, h->guid);
	h->guid = NULL_GUID;
	return true;
}

/* Ends every change of an entry: serves who waits, unlocks, frees. */
static void
pump_and_unlock(struct ocr_runtime *rt, struct home *h)
{
	ocrHint_t *hint = NULL;
	bool gone = pump_locked(rt, h);

	if (gone) {
		hint = h->hint;
		h->hint = NULL;
	}
	ocr_unlock(&h->lock, OCR_LOCK_DB);
	if (!gone)
		return;
	free(hint);
	ocr_pool_put(&rt->homes, &ocr_self->homes, h);
}

static int
acquire(struct ocr_runtime *rt, struct home *h, ocr_node_t from,
	const struct ocr_msg_acquire *m)
{
	struct want *w = malloc(sizeof(*w));
	char text[OCR_GUID_TEXT];

	if (!w)
		return -ENOMEM;
	*w = (struct want){NULL, m->edt, from, m->index, m->mode};
	ocr_lock(&h->lock, OCR_LOCK_DB);
	if (!ocr_guid_eq(h->guid, m->db) || h->destroyed) {
		ocr_unlock(&h->lock, OCR_LOCK_DB);
		free(w);
		ocr_runtime_fail(rt,
				 "a task of node %u needs %s, which was "
				 "destroyed",
				 from, ocr_guid_text(m->db, text));
		return 0;
	}
	*h->queue_end = w;
	h->queue_end = &w->next;
	pump_and_unlock(rt, h);
	return 0;
}

static int
fetched(struct ocr_runtime *rt, struct home *h, ocr_node_t from,
	const struct ocr_msg_fetched *m)
{
	struct past **p, *done = NULL;
	uint64_t *count;

	(void)from;
	ocr_lock(&h->lock, OCR_LOCK_DB);
	if (!ocr_guid_eq(h->guid, m->db)) {
		ocr_unlock(&h->lock, OCR_LOCK_DB);
		return -ENOENT;
	}
	for (p = &h->past; *p && (*p)->version != m->version; p = &(*p)->next)
		;
	count = *p ? &(*p)->fetches : &h->fetches;
	if ((!*p && m->version != h->version) || *count < m->count) {
		ocr_unlock(&h->lock, OCR_LOCK_DB);
		return -EINVAL;
	}
	*count -= m->count;
	if (*p && !*count) {
		done = *p;
		*p = done->next;
		drop_locked(rt, h, done->node, done->version);
	}
	pump_and_unlock(rt, h);
	free(done);
	return 0;
}

static int
release(struct ocr_runtime *rt, struct home *h, ocr_node_t from,
	const struct ocr_msg_release *m)
{
	ocr_lock(&h->lock, OCR_LOCK_DB);
	if (!ocr_guid_eq(h->guid, m->db) || !h->writers || h->writer != from) {
		ocr_unlock(&h->lock, OCR_LOCK_DB);
		return -EINVAL;
	}
	h->writers--;
	if (!h->writers) {
		h->version++;
		h->holder = from;
		h->offset = m->offset;
		h->exclusive = false;
	}
	pump_and_unlock(rt, h);
	return 0;
}

static int
destroy(struct ocr_runtime *rt, struct home *h, ocrGuid_t g)
{
	ocr_lock(&h->lock, OCR_LOCK_DB);
	if (!ocr_guid_eq(h->guid, g) || h->destroyed) {
		ocr_unlock(&h->lock, OCR_LOCK_DB);
		return -EPERM;
	}
	h->destroyed = true;
	pump_and_unlock(rt, h);
	return 0;
}

static int
set_hint(struct ocr_runtime *rt, struct home *h,
	 const struct ocr_msg_set_hint *m)
{
	ocrHint_t hint = m->hint;
	int err = -ENOENT;

	ocr_hint_clean(&hint, OCR_HINT_DB_T, rt->size);
	ocr_lock(&h->lock, OCR_LOCK_DB);
	if (ocr_guid_eq(h->guid, m->guid))
		err = ocr_hint_keep(&h->hint, &hint);
	ocr_unlock(&h->lock, OCR_LOCK_DB);
	return err;
}

static void
apply_parked(void *ctx, void *obj, ocr_node_t from, const struct ocr_op *op)
{
	struct ocr_runtime *rt = ctx;
	const void *m = op;
	int err = -EINVAL;

	OCR_OBSERVE(rt, begin, OCR_PARKED, rt->self, from, op);
	switch (op->type) {
	case OCR_MSG_ACQUIRE:
		err = acquire(rt, obj, from, m);
		break;
	case OCR_MSG_FETCHED:
		err = fetched(rt, obj, from, m);
		break;
	case OCR_MSG_RELEASE:
		err = release(rt, obj, from, m);
		break;
	case OCR_MSG_SET_HINT:
		err = set_hint(rt, obj, m);
		break;
	case OCR_MSG_DESTROY:
		err = destroy(rt, obj,
			      ((const struct ocr_msg_destroy *)m)->guid);
		break;
	}
	OCR_OBSERVE(rt, end);
	if (err)
		ocr_dispatch_report(rt, from, op, err);
}

/* *hint is NULL if the message has none.  0 or -errno. */
static int
hint_of(struct ocr_runtime *rt, const struct ocr_msg_create_db *m,
	ocrHint_t **hint)
{
	ocrHint_t h;

	*hint = NULL;
	if (!(m->flags & OCR_DB_HINTS))
		return 0;
	if (m->op.len_bytes < sizeof(*m) + sizeof(h))
		return -EINVAL;
	memcpy(&h, m + 1, sizeof(h));
	ocr_hint_clean(&h, OCR_HINT_DB_T, rt->size);
	return ocr_hint_keep(hint, &h);
}

int
ocr_home_on_create(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	const struct ocr_msg_create_db *m = (const void *)op;
	ocrHint_t *hint;
	struct home *h;
	int err;

	if (ocr_guid_kind(m->db) != OCR_GUID_DB)
		return -EINVAL;
	err = hint_of(rt, m, &hint);
	if (err)
		return err;
	h = ocr_pool_get(&rt->homes, &ocr_self->homes);
	if (!h) {
		free(hint);
		return -ENOMEM;
	}
	ocr_lock(&h->lock, OCR_LOCK_DB);
	h->guid = m->db;
	h->size = m->size;
	h->version = m->version;
	h->holder = OCR_NODE_NONE;
	h->offset = 0;
	h->fetches = 0;
	h->writers = m->flags & OCR_DB_NO_ACQUIRE ? 0 : 1;
	h->writer = from;
	h->exclusive = false;
	h->destroyed = false;
	h->queue = NULL;
	h->queue_end = &h->queue;
	h->past = NULL;
	h->hint = hint;
	ocr_unlock(&h->lock, OCR_LOCK_DB);
	err = ocr_names_publish(rt, m->db, h, apply_parked);
	if (err) {
		free(h->hint);
		h->hint = NULL;
		ocr_pool_put(&rt->homes, &ocr_self->homes, h);
	}
	return err;
}

static struct home *
home_of(struct ocr_runtime *rt, ocrGuid_t g, ocr_node_t from,
	const struct ocr_op *op, int *err)
{
	if (ocr_guid_kind(g) != OCR_GUID_DB) {
		*err = -EINVAL;
		return NULL;
	}
	return ocr_object_of(rt, g, from, op, err);
}

int
ocr_home_on_acquire(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_acquire *m = (const void *)op;
	char text[OCR_GUID_TEXT];
	struct home *h;
	int err;

	h = home_of(rt, m->db, from, op, &err);
	if (h)
		return acquire(rt, h, from, m);
	if (err == -ENOENT) {
		ocr_runtime_fail(rt,
				 "a task of node %u needs %s, which was "
				 "destroyed",
				 from, ocr_guid_text(m->db, text));
		return 0;
	}
	return err;
}

int
ocr_home_on_fetched(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_fetched *m = (const void *)op;
	struct home *h;
	int err;

	if (!m->count)
		return 0;
	h = home_of(rt, m->db, from, op, &err);
	return h ? fetched(rt, h, from, m) : err;
}

int
ocr_home_on_release(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_release *m = (const void *)op;
	struct home *h;
	int err;

	h = home_of(rt, m->db, from, op, &err);
	return h ? release(rt, h, from, m) : err;
}

int
ocr_home_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_destroy *m = (const void *)op;
	struct home *h;
	int err;

	h = home_of(rt, m->guid, from, op, &err);
	if (h)
		return destroy(rt, h, m->guid);
	return err == -ENOENT ? -EPERM : err;
}

int
ocr_home_on_set_hint(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_set_hint *m = (const void *)op;
	struct home *h;
	int err;

	h = home_of(rt, m->guid, from, op, &err);
	return h ? set_hint(rt, h, m) : err;
}

int
ocr_home_get_hint(struct ocr_runtime *rt, ocrGuid_t g, ocrHint_t *hint)
{
	struct home *h;
	int err = -ENOENT;
	void *obj;

	if (ocr_names_find(rt, g, &obj) != OCR_SLOT_LIVE)
		return err;
	h = obj;
	ocr_lock(&h->lock, OCR_LOCK_DB);
	if (ocr_guid_eq(h->guid, g)) {
		err = 0;
		if (h->hint)
			ocr_hint_merge(hint, h->hint);
	}
	ocr_unlock(&h->lock, OCR_LOCK_DB);
	return err;
}

bool
ocr_home_view(void *home, struct ocr_home_view *v)
{
	struct home *h = home;

	memset(v, 0, sizeof(*v));
	ocr_lock(&h->lock, OCR_LOCK_DB);
	/* One that was never used is all zero. */
	if (!ocr_guid_is_null(h->guid) && h->queue) {
		v->guid = h->guid;
		v->writers = h->writers;
		v->writer = h->writer;
		v->first = h->queue->edt;
		for (struct want *w = h->queue; w; w = w->next)
			v->n_waiting++;
	}
	ocr_unlock(&h->lock, OCR_LOCK_DB);
	return v->n_waiting;
}

void
ocr_home_abandon(void *none, void *home)
{
	struct home *h = home;

	(void)none;
	while (h->queue) {
		struct want *w = h->queue;

		h->queue = w->next;
		free(w);
	}
	while (h->past) {
		struct past *p = h->past;

		h->past = p->next;
		free(p);
	}
	free(h->hint);
}
