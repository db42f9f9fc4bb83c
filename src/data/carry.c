/* SPDX-License-Identifier: BSD-3-Clause */
/* carry.c - see carry.h. */
#include "src/data/carry.h"

#include "guidmap/guid.h"
#include "src/base/hooks.h"
#include "src/base/runtime.h"
#include "src/data/acquire.h"
#include "src/data/along.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/data/offer.h"
#include "src/data/right.h"
#include "src/names/guess.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"
#include "src/stream/rider.h"

#include <string.h>

/* -- Who does not want it -------------------------------------------------- */

/* In what is remembered of a name: not that it is unwanted, but that who gets
 * it wants to write. */
#define WRITES 1u

static uint64_t
short_name(ocrGuid_t g)
{
	return (g.upper * 31 + g.lower) * UINT64_C(0x9e3779b97f4a7c15) &
	       ~(uint64_t)WRITES;
}

static _Atomic uint64_t *
place_of(struct ocr_carry *c, uint64_t name)
{
	return &c->unwanted[(name >> 32) % OCR_CARRY_REMEMBERED];
}

/* Somebody there may use what the op brings. */
static bool
is_used(const struct ocr_op *op)
{
	const struct ocr_msg_satisfy_edt *m = (const void *)op;

	return op->type == OCR_MSG_SATISFY_EDT
		       ? ocr_mode_reads(m->mode) || ocr_mode_writes(m->mode)
		       : ocr_guid_carries(m->edt);
}

/* What is remembered of a name: 0: it is unwanted; WRITES; else nothing.
 * Relaxed: it is a guess. */
static inline uint64_t
memory_of(struct ocr_carry *c, uint64_t name)
{
	return atomic_load_explicit(place_of(c, name), memory_order_relaxed) ^
	       name;
}

static void
remember(struct ocr_carry *c, uint64_t block, uint64_t cause, uint64_t bit)
{
	atomic_store_explicit(place_of(c, cause), cause | bit,
			      memory_order_relaxed);
	atomic_store_explicit(place_of(c, block), block | bit,
			      memory_order_relaxed);
}

void
ocr_carry_unwanted(struct ocr_carry *c, ocrGuid_t db, uint64_t cause)
{
	remember(c, short_name(db), cause, 0);
}

void
ocr_carry_to_write(struct ocr_carry *c, ocrGuid_t db, uint64_t cause)
{
	remember(c, short_name(db), cause, WRITES);
}

bool
ocr_carry_goes_home(struct ocr_carry *c, const struct ocr_op *op)
{
	const struct ocr_msg_satisfy_edt *m = (const void *)op;

	return c->max_bytes && ocr_guid_kind(m->data) == OCR_GUID_DB &&
	       !ocr_label_recurs(m->data) && is_used(op) &&
	       memory_of(c, short_name(m->edt)) &&
	       memory_of(c, short_name(m->data));
}

static _Atomic uint64_t *
cause_of(struct ocr_carry *c, ocrGuid_t db)
{
	return &c->causes[(short_name(db) >> 32) % OCR_CARRY_REMEMBERED];
}

void
ocr_carry_note_cause(struct ocr_carry *c, ocrGuid_t db, uint64_t cause)
{
	atomic_store_explicit(cause_of(c, db), cause, memory_order_relaxed);
}

uint64_t
ocr_carry_cause(struct ocr_carry *c, ocrGuid_t db)
{
	return atomic_load_explicit(cause_of(c, db), memory_order_relaxed);
}

void
ocr_carry_note_home(struct ocr_carry *c, const struct ocr_op *op)
{
	const struct ocr_msg_satisfy_edt *m = (const void *)op;

	ocr_carry_note_cause(c, m->data, short_name(m->edt));
}

void
ocr_carry_stay(struct ocr_carry *c, ocrGuid_t db)
{
	ocr_carry_unwanted(c, db, ocr_carry_cause(c, db));
}

/* -- Sending --------------------------------------------------------------- */

uint32_t
ocr_carry_flags_locked(const struct ocr_block *b)
{
	return OCR_GRANT_LEASE | ocr_block_kind(b) * OCR_GRANT_KIND |
	       (b->flags & OCR_BLOCK_EAGER ? OCR_GRANT_EAGER : 0);
}

/* `op`, the satisfaction for which b goes along, is one of two that ride on its
 * bytes, if they have room.  Of a body the first leaves at once. */
static inline void
set_riders(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_op *op,
	   struct ocr_op_pieces *o, struct ocr_msg_rider riders[2])
{
	struct ocr_worker *w = ocr_self;

	if (o->op_bytes + o->n_bytes + 7 + 2 * sizeof(*riders) >
	    ocr_fabric_packet_bytes(rt->fabric))
		return;
	riders[0] = w->gave.rider;
	o->tail = riders;
	o->replaces = w->gave.to == to ? w->gave.seq : 0;
	o->instead_bytes = sizeof(*riders);
	o->tail_bytes = sizeof(*riders);
	if (!ocr_rider_of_satisfaction(op, &riders[1]))
		return;
	o->tail_bytes += sizeof(*riders);
	o->first = w->bore_in != w->counted.tasks;
	w->bore_in = w->counted.tasks;
}

/* The lock is held: a RECALL must come behind the lease. */
static void
send_locked(struct ocr_runtime *rt, const struct ocr_block *b, ocr_node_t to,
	    const struct ocr_op *op, bool writes)
{
	struct ocr_msg_push m = {
		.op = OCR_OP(OCR_MSG_PUSH, struct ocr_msg_push),
		.db = b->guid,
		.size = b->size,
		.version = b->copy.version,
		.flags = ocr_carry_flags_locked(b),
	};
	struct ocr_worker *w = ocr_self;
	struct ocr_msg_rider riders[2];
	struct ocr_op_pieces o = {
		.op = &m.op,
		.op_bytes = sizeof(m),
		.bytes = b->copy.data,
		.n_bytes = b->size,
	};
	bool rides;
	uint64_t seq;

	set_riders(rt, to, op, &o, riders);
	if (writes)
		m.flags ^= OCR_GRANT_LEASE | OCR_GRANT_WRITE;
	if (rt->strict)
		rt->hooks->granted(rt, b->guid, to);
	rides = o.tail_bytes > sizeof(*riders);
	w->gave.seq = 0;
	seq = ocr_along_send_pieces(rt, to, &m.op, &o);
	w->ahead = rides ? seq : 0;
}

/* The right to read, with the bytes or without.  Those of one with the hint
 * EAGER are pushed, if they can be. */
static bool
carry_locked(struct ocr_runtime *rt, struct ocr_block *b, ocr_node_t to,
	     const struct ocr_op *op, uint64_t cause, bool large)
{
	if (large && b->flags & OCR_BLOCK_EAGER && b->size <= OCR_ALONG_FAR)
		return false;
	if (!ocr_home_carry_locked(rt, b, to, cause, large))
		return false;
	if (large) {
		ocr_offer_send_locked(rt, b, to);
	} else {
		send_locked(rt, b, to, op, false);
		ocr_self->counted.along++;
	}
	return true;
}

/* The right to write, with the bytes. */
static bool
pass_locked(struct ocr_runtime *rt, struct ocr_block *b, ocr_node_t to,
	    const struct ocr_op *op, uint64_t cause, bool large)
{
	if (large || !ocr_home_pass_locked(rt, b, to, cause))
		return false;
	send_locked(rt, b, to, op, true);
	ocr_self->counted.passed++;
	return true;
}

static bool
carry(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_op *op,
      uint64_t cause, bool writes)
{
	ocrGuid_t db = ((const struct ocr_msg_satisfy *)(const void *)op)->data;
	struct ocr_block *b = ocr_names_guess(rt, db);
	bool goes, large;

	if (!b)
		b = ocr_names_live(rt, db);
	if (!b)
		return false;
	ocr_block_lock(b);
	large = b->size > rt->data->carry.max_bytes ||
		b->size > ocr_along_max(rt, to);
	goes = ocr_home_is_there_locked(b, db) && b->size &&
	       (writes ? pass_locked(rt, b, to, op, cause, large)
		       : carry_locked(rt, b, to, op, cause, large));
	if (goes)
		b->copy.flags &= ~(uint32_t)OCR_COPY_PUSHED;
	ocr_block_unlock(rt, b);
	return goes;
}

/* Behind an event of another node anybody may wait; with a third node he could
 * pass others by it: right.h. */
static bool
may_pass(const struct ocr_runtime *rt, const struct ocr_op *op)
{
	return op->type == OCR_MSG_SATISFY_EDT || rt->size <= 2;
}

bool
ocr_carry_along(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_op *op)
{
	/* An event and its data are where a task and its data are. */
	const struct ocr_msg_satisfy_edt *m = (const void *)op;
	struct ocr_carry *c = &rt->data->carry;
	uint64_t cause, of_cause, of_block;
	bool writes;

	if (!c->max_bytes || ocr_guid_kind(m->data) != OCR_GUID_DB ||
	    ocr_owner_of(rt, m->data) != rt->self ||
	    ocr_label_recurs(m->data) || !is_used(op))
		return false;
	cause = short_name(m->edt);
	of_cause = memory_of(c, cause);
	of_block = memory_of(c, short_name(m->data));
	if (!of_cause || !of_block)
		return false;
	/* In a slot of a task the mode says it; of an event it is what came of
	 * it the last time. */
	writes = op->type == OCR_MSG_SATISFY_EDT
			 ? ocr_mode_writes(m->mode)
			 : of_cause == WRITES || of_block == WRITES;
	return (!writes || may_pass(rt, op)) &&
	       carry(rt, to, op, cause, writes);
}

/* -- Receiving --------------------------------------------------------------
 */

/* NULL: they are under way in another manner, or there is no room.  renews:
 * memory of the last copy will do. */
static struct ocr_copy *
copy_locked(struct ocr_runtime *rt, struct ocr_block *b,
	    const struct ocr_msg_push *m, bool renews)
{
	struct ocr_copy *c = &b->copy;

	if (c->data && c->version == m->version)
		return c->flags & OCR_COPY_READY && !(c->flags & OCR_COPY_STALE)
			       ? c
			       : NULL;
	if ((c->data && c->version > m->version) ||
	    ocr_copy_find_locked(b, m->version))
		return NULL;
	c = renews ? ocr_copy_renew_locked(b, m->version) : NULL;
	if (!c)
		c = ocr_copy_add_locked(rt, b, m->version);
	if (!c)
		return NULL;
	memcpy(c->data, m->bytes, m->size);
	c->refs = 0;
	c->flags = OCR_COPY_READY;
	return c;
}

static void
bring_locked(struct ocr_runtime *rt, struct ocr_block *b, struct ocr_copy *c)
{
	struct ocr_worker *w = ocr_self;

	ocr_copy_ref_locked(rt, b, c);
	c->flags |= OCR_COPY_RELEASED;
	w->brought.db = b->guid;
	w->brought.version = c->version;
	w->brought.block = b;
	w->brought.data = c->data;
}

void
ocr_carry_take_locked(struct ocr_runtime *rt, struct ocr_block *b,
		      const struct ocr_msg_push *m)
{
	enum ocr_memory_kind kind = ocr_block_kind(b);
	struct ocr_copy *c;

	ocr_block_hear_locked(rt, b, m->flags);
	c = b->size == m->size
		    ? copy_locked(rt, b, m, ocr_block_kind(b) == kind)
		    : NULL;
	/* Else the home recalls it, when somebody wants to write. */
	if (c && ocr_self->brings)
		bring_locked(rt, b, c);
	else if (c)
		ocr_carry_lease_locked(rt, b, c);
}

/* False: there is no room, in the cache either, or they are under way in
 * another manner. */
static bool
take_locked(struct ocr_runtime *rt, struct ocr_block *b,
	    const struct ocr_msg_push *m)
{
	struct ocr_copy *c =
		b->size == m->size ? copy_locked(rt, b, m, true) : NULL;

	if (!c)
		return false;
	c->flags |= OCR_COPY_RELEASED;
	ocr_offer_forget_locked(b);
	ocr_copy_settle_locked(rt, b, c);
	return ocr_copy_find_locked(b, m->version) != NULL;
}

void
ocr_carry_take_right_locked(struct ocr_runtime *rt, struct ocr_block *b,
			    const struct ocr_msg_push *m)
{
	if (!ocr_guid_eq(b->guid, m->db) || !take_locked(rt, b, m) ||
	    !ocr_right_pass_locked(rt, b, m->version)) {
		ocr_right_decline(rt, m->db);
		return;
	}
	ocr_block_hear_locked(rt, b, m->flags);
}

void
ocr_carry_lease_locked(struct ocr_runtime *rt, struct ocr_block *b,
		       struct ocr_copy *c)
{
	c->flags |= OCR_COPY_LEASED | OCR_COPY_CARRIED | OCR_COPY_RELEASED;
	ocr_copy_settle_locked(rt, b, c);
}

/* The lease of that version ends. */
static void
give_back(struct ocr_runtime *rt, ocrGuid_t db, uint64_t version)
{
	struct ocr_msg_returned m = {
		.op = OCR_OP(OCR_MSG_RETURNED, struct ocr_msg_returned),
		.db = db,
		.version = version,
		.host = rt->data->serve.host,
	};
	struct ocr_worker *w = ocr_self;
	ocr_node_t home = ocr_owner_of(rt, db);

	w->counted.along_read++;
	w->gave.rider = ocr_rider_of_returned(db, version);
	w->gave.to = home;
	/* Nobody waits for it, so not by ocr_emit(): the last thing that a task
	 * tells is told without it. */
	w->gave.seq = ocr_dispatch_send(rt, home, &m.op);
}

void
ocr_carry_used_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	if (!(b->copy.flags & OCR_COPY_CARRIED))
		return;
	b->copy.flags &= ~(uint32_t)(OCR_COPY_LEASED | OCR_COPY_CARRIED);
	give_back(rt, b->guid, b->copy.version);
}

bool
ocr_carry_take_brought(struct ocr_runtime *rt, ocrGuid_t db, uint32_t mode,
		       struct ocr_step *got)
{
	struct ocr_worker *w = ocr_self;

	if (!ocr_guid_eq(w->brought.db, db) || !ocr_mode_reads(mode))
		return false;
	got->block = w->brought.block;
	got->data = w->brought.data;
	w->brought.block = NULL;
	give_back(rt, db, w->brought.version);
	return true;
}

void
ocr_carry_put_by(struct ocr_runtime *rt)
{
	struct ocr_block *b = ocr_self->brought.block;
	struct ocr_copy *c;

	ocr_self->brought.block = NULL;
	ocr_block_lock(b);
	c = ocr_copy_at_locked(b, ocr_self->brought.data);
	c->refs--;
	/* Another may have taken its place; then it is recalled. */
	if (c == &b->copy)
		ocr_carry_lease_locked(rt, b, c);
	else
		ocr_copy_settle_locked(rt, b, c);
	ocr_block_unlock(rt, b);
}
