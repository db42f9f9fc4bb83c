/* SPDX-License-Identifier: BSD-3-Clause */
/* right.c - see right.h. */
#include "src/data/right.h"

#include "guidmap/guid.h"
#include "src/base/runtime.h"
#include "src/data/acquire.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"

#include <errno.h>

/* -- Who has asked --------------------------------------------------------- */

/* Of this block, and of others now and then: then a right is declined for
 * nothing. */
static _Atomic uint32_t *
asked(struct ocr_runtime *rt, ocrGuid_t db)
{
	return &rt->data->rights.asked[ocr_guid_hash(db) % OCR_RIGHTS_COUNTED];
}

/* Relaxed, all of them: the block's lock is taken by who counts himself and
 * then looks whether there is a right, and by who looks here and then begins
 * one; where there was no block, the lock of its shard. */
void
ocr_right_ask(struct ocr_runtime *rt, ocrGuid_t db)
{
	atomic_fetch_add_explicit(asked(rt, db), 1, memory_order_relaxed);
}

void
ocr_right_answered(struct ocr_runtime *rt, ocrGuid_t db)
{
	_Atomic uint32_t *n = asked(rt, db);

	/* A home can answer whom nobody has asked. */
	if (!atomic_fetch_sub_explicit(n, 1, memory_order_relaxed))
		atomic_fetch_add_explicit(n, 1, memory_order_relaxed);
}

/* -- Beginning ------------------------------------------------------------- */

void
ocr_right_decline(struct ocr_runtime *rt, ocrGuid_t db)
{
	struct ocr_msg_yield m = {
		.op = OCR_OP(OCR_MSG_YIELD, struct ocr_msg_yield),
		.db = db,
	};

	/* Nobody waits for it: also while the cache makes room. */
	ocr_dispatch_send(rt, ocr_owner_of(rt, db), &m.op);
}

void
ocr_right_begin_locked(struct ocr_runtime *rt, struct ocr_block *b,
		       const struct ocr_msg_grant *m)
{
	struct ocr_foreign_block *f = ocr_block_foreign(b);

	if (atomic_load_explicit(asked(rt, b->guid), memory_order_relaxed)) {
		ocr_right_decline(rt, b->guid);
		return;
	}
	b->flags |= OCR_BLOCK_KEPT;
	ocr_self->counted.rights++;
	if (!(m->flags & OCR_GRANT_SHARED))
		b->flags |= OCR_BLOCK_EXCLUSIVE;
	f->newest = m->version + 1;
	f->more = 0;
	f->writers = 1;
}

/* The ops of other nodes that this worker has handled, by a name. */
static uint64_t
now(void)
{
	return (uint64_t)ocr_self->id << 48 | ocr_self->delivered;
}

/* Of one that came unasked: may it be used still?  Where there are third nodes,
 * by a task that has waited for nothing but the op behind it, from the home,
 * while that is handled: what others tell, before, then or later, may follow
 * from somebody who has asked, and YIELD comes behind. */
static bool
is_fresh_locked(const struct ocr_runtime *rt, struct ocr_block *b,
		enum ocr_needs needs)
{
	return rt->size <= 2 ||
	       (needs == OCR_NEEDS_ONLY &&
		ocr_block_foreign(b)->more == now() &&
		ocr_self->delivers == (uint64_t)ocr_owner_of(rt, b->guid) + 1);
}

bool
ocr_right_pass_locked(struct ocr_runtime *rt, struct ocr_block *b,
		      uint64_t version)
{
	struct ocr_foreign_block *f = ocr_block_foreign(b);

	if (b->flags & OCR_BLOCK_KEPT ||
	    atomic_load_explicit(asked(rt, b->guid), memory_order_relaxed))
		return false;
	b->flags |= OCR_BLOCK_KEPT | OCR_BLOCK_PASSED;
	f->newest = version;
	f->more = now() + 1; /* none is made yet: when it may be used */
	f->writers = 0;
	return true;
}

/* The next version, where its only writer has it. */
static struct ocr_copy *
next_locked(struct ocr_runtime *rt, struct ocr_block *b, struct ocr_copy *c,
	    bool exclusive)
{
	struct ocr_foreign_block *f = ocr_block_foreign(b);

	/* The home counts on nothing that it has not heard of. */
	c = ocr_acquire_write_locked(rt, b, c, false);
	if (!c)
		return NULL;
	c->flags |= OCR_COPY_PINNED;
	b->flags &= ~(uint32_t)OCR_BLOCK_EXCLUSIVE;
	if (exclusive)
		b->flags |= OCR_BLOCK_EXCLUSIVE;
	f->newest++;
	f->writers = 1;
	if (b->flags & OCR_BLOCK_PASSED) {
		/* He is the only one. */
		b->flags ^= OCR_BLOCK_PASSED | OCR_BLOCK_YIELDS;
		f->more = 0;
		ocr_self->counted.passed_used++;
	} else {
		f->more++;
	}
	return c;
}

/* Somebody writes by the right: may another do so with him? */
static bool
may_join_locked(const struct ocr_block *b, uint32_t mode)
{
	return mode == DB_MODE_RW && !(b->flags & OCR_BLOCK_EXCLUSIVE);
}

static void *
take_locked(struct ocr_runtime *rt, struct ocr_block *b, uint32_t mode,
	    enum ocr_needs needs)
{
	struct ocr_foreign_block *f = ocr_block_foreign(b);
	struct ocr_copy *c = ocr_copy_find_locked(b, f->newest);

	if (!c || !(c->flags & OCR_COPY_READY) ||
	    (b->flags & OCR_BLOCK_PASSED && !is_fresh_locked(rt, b, needs)))
		return NULL;
	if (!f->writers && ocr_mode_writes(mode)) {
		if (needs == OCR_NEEDS_MORE)
			return NULL;
		c = next_locked(rt, b, c, mode == DB_MODE_EW);
		return c ? c->data : NULL;
	}
	if (f->writers && !may_join_locked(b, mode))
		return NULL;
	f->writers += ocr_mode_writes(mode);
	ocr_copy_ref_locked(rt, b, c);
	return c->data;
}

/* -- The end --------------------------------------------------------------- */

void
ocr_right_lose_locked(struct ocr_runtime *rt, struct ocr_block *b,
		      uint64_t version)
{
	if (!(b->flags & OCR_BLOCK_PASSED) ||
	    ocr_block_foreign(b)->newest != version)
		return;
	b->flags &= ~(uint32_t)(OCR_BLOCK_KEPT | OCR_BLOCK_YIELDS |
				OCR_BLOCK_PASSED);
	ocr_right_decline(rt, b->guid);
}

/* Back to the home, if it is to go there and nobody writes. */
static void
may_end_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_foreign_block *f = ocr_block_foreign(b);
	struct ocr_msg_release m = {
		.op = OCR_OP(OCR_MSG_RELEASE, struct ocr_msg_release),
		.db = b->guid,
		.more = f->more,
	};
	struct ocr_copy *c;

	if (!(b->flags & OCR_BLOCK_YIELDS) || f->writers)
		return;
	if (b->flags & OCR_BLOCK_PASSED) {
		ocr_right_lose_locked(rt, b, f->newest);
		return;
	}
	/* None: the home has said what is not so; it hears the rest. */
	c = ocr_copy_find_locked(b, f->newest);
	m.offset = c ? ocr_memory_offset(rt->memory, c->data) : 0;
	b->flags &= ~(uint32_t)(OCR_BLOCK_KEPT | OCR_BLOCK_YIELDS |
				OCR_BLOCK_EXCLUSIVE);
	ocr_emit(rt, ocr_owner_of(rt, b->guid), &m.op);
}

static bool
is_written_locked(struct ocr_block *b, ocrGuid_t db)
{
	return ocr_guid_eq(b->guid, db) && b->flags & OCR_BLOCK_KEPT &&
	       ocr_block_foreign(b)->writers;
}

bool
ocr_right_put(struct ocr_stream *s, struct ocr_block *b, const void *data,
	      const struct ocr_msg_release *m)
{
	struct ocr_runtime *rt = s->rt;
	struct ocr_copy *c;

	if (ocr_owner_of(rt, m->db) == rt->self || ocr_label_is(m->db) ||
	    !ocr_direct_ok(s))
		return false;
	ocr_block_lock(b);
	if (!is_written_locked(b, m->db)) {
		ocr_block_unlock(rt, b);
		return false;
	}
	OCR_DIRECT_BEGIN(s, &m->op);
	c = ocr_copy_at_locked(b, data);
	c->refs--;
	ocr_block_foreign(b)->writers--;
	may_end_locked(rt, b);
	ocr_block_unlock(rt, b);
	ocr_direct_end(rt);
	return true;
}

ocr_node_t
ocr_right_release_to(struct ocr_runtime *rt, ocrGuid_t db)
{
	ocr_node_t home = ocr_owner_of(rt, db);
	struct ocr_block *b;
	bool here;

	if (home == rt->self || ocr_label_is(db))
		return home;
	b = ocr_block_find(rt, db, 0);
	if (!b)
		return home;
	here = is_written_locked(b, db);
	ocr_block_unlock(rt, b);
	return here ? rt->self : home;
}

int
ocr_right_release(struct ocr_runtime *rt, ocrGuid_t db)
{
	struct ocr_block *b =
		ocr_label_is(db) ? NULL : ocr_block_find(rt, db, 0);
	int err = -EINVAL;

	if (!b)
		return err;
	if (is_written_locked(b, db)) {
		ocr_block_foreign(b)->writers--;
		may_end_locked(rt, b);
		err = 0;
	}
	ocr_block_unlock(rt, b);
	return err;
}

void
ocr_right_yield_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	/* A grant that was put aside has lost it: its task's RELEASE is the
	 * answer. */
	if (!(b->flags & OCR_BLOCK_KEPT))
		return;
	b->flags |= OCR_BLOCK_YIELDS;
	may_end_locked(rt, b);
}

void *
ocr_right_take_locked(struct ocr_runtime *rt, struct ocr_block *b,
		      uint32_t mode, enum ocr_needs needs)
{
	void *data;

	if ((b->flags & (OCR_BLOCK_KEPT | OCR_BLOCK_YIELDS)) != OCR_BLOCK_KEPT)
		return NULL;
	data = take_locked(rt, b, mode, needs);
	ocr_self->counted.by_right += data != NULL;
	/* Who has to ask is not passed by others of this node. */
	if (!data || b->flags & OCR_BLOCK_PASSED)
		ocr_right_yield_locked(rt, b);
	return data;
}

bool
ocr_right_is_free(struct ocr_runtime *rt, ocrGuid_t db, uint32_t mode)
{
	struct ocr_block *b = ocr_block_find(rt, db, 0);
	struct ocr_copy *c;
	bool is_free;

	if (!b)
		return false;
	c = (b->flags & (OCR_BLOCK_KEPT | OCR_BLOCK_YIELDS)) == OCR_BLOCK_KEPT
		    ? ocr_copy_find_locked(b, ocr_block_foreign(b)->newest)
		    : NULL;
	is_free = c && c->flags & OCR_COPY_READY &&
		  (!(b->flags & OCR_BLOCK_PASSED) ||
		   is_fresh_locked(rt, b, OCR_NEEDS_LAST)) &&
		  (!ocr_block_foreign(b)->writers || may_join_locked(b, mode));
	ocr_block_unlock(rt, b);
	return is_free;
}

bool
ocr_right_take(struct ocr_runtime *rt, ocrGuid_t db, uint32_t mode,
	       struct ocr_step *step)
{
	struct ocr_block *b = ocr_block_find(rt, db, 0);

	if (!b)
		return false;
	step->data = ocr_right_take_locked(rt, b, mode, OCR_NEEDS_LAST);
	step->block = b;
	if (step->data)
		ocr_unlock(&b->lock, OCR_LOCK_DB);
	else
		ocr_block_unlock(rt, b);
	return step->data != NULL;
}

int
ocr_right_on_yield(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	const struct ocr_msg_yield *m = (const void *)op;
	struct ocr_block *b;

	if (ocr_owner_of(rt, m->db) == rt->self)
		return ocr_home_declined(rt, from, m->db);
	if (ocr_owner_of(rt, m->db) != from)
		return -EINVAL;
	b = ocr_block_find(rt, m->db, 0);
	if (!b)
		return 0;
	ocr_right_yield_locked(rt, b);
	ocr_block_unlock(rt, b);
	return 0;
}
