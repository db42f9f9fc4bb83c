/* SPDX-License-Identifier: BSD-3-Clause */
/* offer.c - see offer.h. */
#include "src/data/offer.h"

#include "guidmap/guid.h"
#include "src/base/hooks.h"
#include "src/base/runtime.h"
#include "src/data/acquire.h"
#include "src/data/block.h"
#include "src/data/carry.h"
#include "src/data/home_directory.h"
#include "src/data/data.h"
#include "src/data/loan.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"

#include <errno.h>

/* The lock is held: a RECALL must come behind the lease. */
void
ocr_offer_send_locked(struct ocr_runtime *rt, struct ocr_block *b,
		      ocr_node_t to)
{
	const struct ocr_msg_offer m = {
		.op = OCR_OP(OCR_MSG_OFFER, struct ocr_msg_offer),
		.db = b->guid,
		.size = b->size,
		.version = b->copy.version,
		.offset = ocr_home_offset_locked(rt, b),
		.flags = ocr_carry_flags_locked(b),
	};

	if (rt->strict)
		rt->hooks->granted(rt, b->guid, to);
	ocr_dispatch_send(rt, to, &m.op);
	ocr_self->counted.offers++;
}

/* -- Receiving --------------------------------------------------------------
 */

static void
keep_locked(struct ocr_runtime *rt, struct ocr_block *b,
	    const struct ocr_msg_offer *m)
{
	struct ocr_foreign_block *f = ocr_block_foreign(b);
	struct ocr_copy *c = &b->copy;

	if (c->data && c->version == m->version && c->flags & OCR_COPY_READY &&
	    !(c->flags & OCR_COPY_STALE)) {
		ocr_carry_lease_locked(rt, b, c);
		return;
	}
	/* Else the home recalls it, when somebody wants to write. */
	if ((c->data && c->version > m->version) ||
	    ocr_copy_find_locked(b, m->version))
		return;
	b->flags |= OCR_BLOCK_OFFERED;
	f->offered = m->version;
	f->offset = m->offset;
}

int
ocr_offer_on_offer(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	const struct ocr_msg_offer *m = (const void *)op;
	struct ocr_block *b;

	if (ocr_guid_kind(m->db) != OCR_GUID_DB || ocr_label_recurs(m->db) ||
	    ocr_owner_of(rt, m->db) != from || from == rt->self || !m->size ||
	    !(m->flags & OCR_GRANT_LEASE))
		return -EINVAL;
	b = ocr_block_get(rt, m->db, m->size, m->version);
	if (!b)
		return 0; /* its task asks */
	ocr_block_hear_locked(rt, b, m->flags);
	if (b->size == m->size)
		keep_locked(rt, b, m);
	ocr_block_unlock(rt, b);
	return 0;
}

void
ocr_offer_forget_locked(struct ocr_block *b)
{
	b->flags &= ~(uint32_t)OCR_BLOCK_OFFERED;
}

/* -- Reading ----------------------------------------------------------------
 */

/* The lease is none any more; the home counts a fetch. */
static void
give_back(struct ocr_runtime *rt, ocrGuid_t db, uint64_t version)
{
	const struct ocr_msg_returned m = {
		.op = OCR_OP(OCR_MSG_RETURNED, struct ocr_msg_returned),
		.db = db,
		.version = version,
		.fetches = 1,
		.host = rt->data->serve.host,
	};

	/* As ocr_carry_used_locked() does. */
	ocr_dispatch_send(rt, ocr_owner_of(rt, db), &m.op);
}

static void
begin_locked(struct ocr_runtime *rt, struct ocr_block *b,
	     const struct ocr_msg_acquire *m, bool alone)
{
	const struct ocr_foreign_block *f = ocr_block_foreign(b);
	const struct ocr_msg_grant g = {
		.op = OCR_OP(OCR_MSG_GRANT, struct ocr_msg_grant),
		.db = m->db,
		.edt = m->edt,
		.size = b->size,
		.version = f->offered,
		.offset = f->offset,
		.holder = ocr_owner_of(rt, m->db),
		.index = m->index | (alone ? OCR_INDEX_ALONE : 0),
		.flags = OCR_GRANT_FETCH | ocr_block_kind(b) * OCR_GRANT_KIND,
	};

	ocr_offer_forget_locked(b);
	give_back(rt, m->db, f->offered);
	ocr_self->counted.offers_read++;
	ocr_acquire_grant_locked(rt, b, &g);
}

bool
ocr_offer_take_locked(struct ocr_runtime *rt, struct ocr_block *b,
		      const struct ocr_msg_acquire *m, bool alone)
{
	if (!(b->flags & OCR_BLOCK_OFFERED) || ocr_mode_writes(m->mode))
		return false;
	begin_locked(rt, b, m, alone);
	return true;
}
