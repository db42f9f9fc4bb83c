/* SPDX-License-Identifier: BSD-3-Clause */
/* push.c - see push.h. */
#include "src/data/push.h"

#include "guidmap/guid.h"
#include "src/data/along.h"
#include "src/data/block.h"
#include "src/data/carry.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <string.h>

/* -- Sending --------------------------------------------------------------- */

/* As this node knows it, locked, or NULL. */
static struct ocr_block *
block_of(struct ocr_runtime *rt, ocrGuid_t db)
{
	struct ocr_block *b;

	if (ocr_owner_of(rt, db) != rt->self)
		return ocr_block_find(rt, db, 0);
	b = ocr_names_live(rt, db);
	if (b)
		ocr_block_lock(b);
	return b;
}

/* The copy is a version as the home knows it.  That no task here has it is not
 * enough: its writer may have released it without the home knowing yet, and
 * others may join him. */
static bool
is_version_locked(const struct ocr_runtime *rt, const struct ocr_block *b)
{
	const struct ocr_home *h;

	if (!(b->flags & OCR_BLOCK_HOME))
		return b->copy.flags & OCR_COPY_RELEASED;
	if (!b->busy)
		return !(b->flags & OCR_BLOCK_WRITING);
	h = &b->busy->home;
	return !h->writers && h->holder == rt->self &&
	       h->version == b->copy.version;
}

static bool
is_fit_locked(const struct ocr_runtime *rt, const struct ocr_block *b,
	      ocrGuid_t db)
{
	return ocr_guid_eq(b->guid, db) && b->flags & OCR_BLOCK_EAGER &&
	       b->copy.data && b->copy.flags & OCR_COPY_READY &&
	       !(b->copy.flags & OCR_COPY_STALE) && is_version_locked(rt, b) &&
	       b->size && b->size <= OCR_ALONG_FAR;
}

void
ocr_push_refuse_locked(struct ocr_runtime *rt, const struct ocr_block *b,
		       ocr_node_t from)
{
	struct ocr_msg_drop m = {
		.op = OCR_OP(OCR_MSG_DROP, struct ocr_msg_drop),
		.db = b->guid,
		.version = b->busy->home.version,
		.flags = OCR_DROP_UNASKED,
	};

	ocr_dispatch_send(rt, from, &m.op);
}

static void
send_locked(struct ocr_runtime *rt, const struct ocr_block *b, ocr_node_t to)
{
	struct ocr_msg_push m = {
		.op = OCR_OP(OCR_MSG_PUSH, struct ocr_msg_push),
		.db = b->guid,
		.size = b->size,
		.version = b->copy.version,
	};

	ocr_along_send(rt, to, &m.op, sizeof(m), b->copy.data, b->size);
}

/* What was written here last.  Whether that is a version its home can say: it
 * hears of it by RELEASE, on the same way.  Bytes that change while they are
 * copied are none: who changes them has released them behind this. */
static bool
was_written_locked(const struct ocr_runtime *rt, const struct ocr_block *b,
		   ocrGuid_t db)
{
	const uint32_t must = OCR_COPY_PINNED | OCR_COPY_READY;

	return ocr_guid_eq(b->guid, db) && b->copy.data && !b->copy.refs &&
	       !(b->flags & OCR_BLOCK_KEPT) &&
	       (b->copy.flags & (must | OCR_COPY_STALE | OCR_COPY_ALIAS)) ==
		       must &&
	       b->size && b->size <= rt->data->carry.max_bytes &&
	       b->size <= ocr_along_max(rt, ocr_owner_of(rt, db));
}

/* To the home; once, for it is the home that is trusted with them then. */
static __attribute__((noinline)) void
push_home(struct ocr_runtime *rt, const struct ocr_op *op)
{
	const struct ocr_msg_satisfy *m = (const void *)op;
	struct ocr_block *b = ocr_block_find(rt, m->data, 0);
	ocr_node_t home = ocr_owner_of(rt, m->data);

	if (!b)
		return;
	if (!ocr_fabric_view(rt->fabric, home, 0, 1) &&
	    was_written_locked(rt, b, m->data) &&
	    !(b->copy.flags & OCR_COPY_HOME)) {
		b->copy.flags |= OCR_COPY_HOME;
		ocr_carry_note_home(&rt->data->carry, op);
		send_locked(rt, b, home);
		ocr_self->counted.home++;
	}
	ocr_block_unlock(rt, b);
}

static __attribute__((noinline)) void
push_block(struct ocr_runtime *rt, ocr_node_t to, ocrGuid_t db)
{
	struct ocr_block *b;

	if (ocr_guid_kind(db) != OCR_GUID_DB || ocr_label_recurs(db))
		return;
	b = block_of(rt, db);
	if (!b)
		return;
	if (is_fit_locked(rt, b, db))
		send_locked(rt, b, to);
	ocr_block_unlock(rt, b);
}

/* -- Receiving --------------------------------------------------------------
 */

/* Where bytes that the home has are in the way. */
static bool
stays_locked(const struct ocr_block *b)
{
	const struct ocr_home *h = &b->busy->home;

	return b->flags & OCR_BLOCK_LAZY || h->part || h->split || h->chunk;
}

/* At the home: they are the newest, and nobody can change them there. */
static bool
is_newest_locked(struct ocr_runtime *rt, const struct ocr_block *b,
		 ocr_node_t from, uint64_t version)
{
	const struct ocr_home *h;

	if (!b->busy)
		return false;
	h = &b->busy->home;
	if (h->holder != from || h->version != version || h->writers ||
	    h->destroyed)
		return false;
	if (!stays_locked(b))
		return true;
	ocr_push_refuse_locked(rt, b, from);
	return false;
}

/* Nobody here has other bytes, or may be granted those. */
static bool
is_free_locked(struct ocr_block *b)
{
	return !b->copy.refs && !(b->copy.flags & OCR_COPY_PINNED) &&
	       !ocr_block_foreign(b)->claims;
}

static __attribute__((noinline)) void
keep_locked(struct ocr_runtime *rt, struct ocr_block *b, ocr_node_t from,
	    const struct ocr_msg_push *m)
{
	bool home = b->flags & OCR_BLOCK_HOME;
	struct ocr_copy *c = NULL;

	/* It may be among the older ones, for others who fetch it still. */
	if ((b->copy.data && b->copy.version >= m->version) ||
	    ocr_copy_find_locked(b, m->version) || b->size != m->size)
		return;
	if (home ? !is_newest_locked(rt, b, from, m->version)
		 : !is_free_locked(b))
		return;
	c = ocr_copy_add_locked(rt, b, m->version);
	if (!c)
		return;
	memcpy(c->data, m->bytes, m->size);
	c->refs = 0;
	c->flags = OCR_COPY_READY | OCR_COPY_PUSHED;
	if (home)
		ocr_home_adopt_locked(rt, b);
	ocr_copy_settle_locked(rt, b, c);
}

void
ocr_push_ahead(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_op *op)
{
	const struct ocr_msg_satisfy_edt *m = (const void *)op;

	if (ocr_carry_along(rt, to, op))
		return;
	if (ocr_owner_of(rt, m->data) != rt->self &&
	    ocr_carry_goes_home(&rt->data->carry, op))
		push_home(rt, op);
	/* Relaxed: a block that is found is locked before it is looked at. */
	if (op->type == OCR_MSG_SATISFY_EDT &&
	    atomic_load_explicit(&rt->any_eager, memory_order_relaxed))
		push_block(rt, to, m->data);
}

int
ocr_push_on_push(struct ocr_runtime *rt, ocr_node_t from,
		 const struct ocr_op *op)
{
	const struct ocr_msg_push *m = (const void *)op;
	struct ocr_block *b;

	if (ocr_guid_kind(m->db) != OCR_GUID_DB || ocr_label_recurs(m->db) ||
	    ocr_owner_of(rt, m->db) >= rt->size || !m->size ||
	    (m->flags & (OCR_GRANT_LEASE | OCR_GRANT_WRITE) &&
	     (ocr_owner_of(rt, m->db) != from || from == rt->self)) ||
	    m->size > OCR_ALONG_FAR || op->len_bytes < sizeof(*m) + m->size)
		return -EINVAL;
	b = ocr_owner_of(rt, m->db) == rt->self
		    ? block_of(rt, m->db)
		    : ocr_block_get(rt, m->db, m->size, m->version);
	/* A hint may be lost, a right may not. */
	if (!b) {
		if (m->flags & OCR_GRANT_WRITE)
			ocr_right_decline(rt, m->db);
		return 0;
	}
	if (m->flags & OCR_GRANT_WRITE)
		ocr_carry_take_right_locked(rt, b, m);
	else if (!ocr_guid_eq(b->guid, m->db))
		; /* another by now */
	else if (m->flags & OCR_GRANT_LEASE)
		ocr_carry_take_locked(rt, b, m);
	else
		keep_locked(rt, b, from, m);
	ocr_block_unlock(rt, b);
	return 0;
}
