/* SPDX-License-Identifier: BSD-3-Clause */
/* acquire_back.c - what a home takes back: its trust in bytes that are here, and
 * a lease.  See acquire.h.
 */
#include "src/data/acquire.h"

#include "guidmap/guid.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/carry.h"
#include "src/data/data.h"
#include "src/data/offer.h"
#include "src/data/right.h"
#include "src/data/seen.h"
#include "src/data/starved.h"
#include "src/stream/dispatch.h"

#include <errno.h>

int
ocr_acquire_drop_locked(struct ocr_runtime *rt, struct ocr_block *b,
			const struct ocr_msg_drop *m)
{
	struct ocr_copy *c = ocr_copy_find_locked(b, m->version);

	if (!c)
		return -ENOENT;
	c->flags &= ~(uint32_t)(OCR_COPY_PINNED | OCR_COPY_SERVES);
	ocr_starved_hope(rt);
	if (!(m->flags & OCR_DROP_KEEP))
		c->flags |= OCR_COPY_STALE;
	ocr_copy_settle_locked(rt, b, c);
	return 0;
}

int
ocr_acquire_on_drop(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_drop *m = (const void *)op;
	struct ocr_block *b;
	int err;

	if (ocr_owner_of(rt, m->db) != from || from == rt->self)
		return -EINVAL;
	if (m->flags & OCR_DROP_GONE) {
		ocr_seen_forget(rt, m);
		return 0;
	}
	if (m->flags & OCR_DROP_UNASKED) {
		ocr_carry_stay(&rt->data->carry, m->db);
		return 0;
	}
	b = ocr_block_find(rt, m->db, m->version);
	if (!b)
		return -ENOENT;
	err = ocr_acquire_drop_locked(rt, b, m);
	ocr_block_unlock(rt, b);
	return err;
}

int
ocr_acquire_on_recall(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op)
{
	const struct ocr_msg_recall *m = (const void *)op;
	struct ocr_msg_recalled r = {
		.op = OCR_OP(OCR_MSG_RECALLED, struct ocr_msg_recalled),
		.db = m->db,
	};
	struct ocr_block *b;

	if (ocr_owner_of(rt, m->db) != from || from == rt->self)
		return -EINVAL;
	b = ocr_block_find(rt, m->db, m->version);
	if (b) {
		b->copy.flags &=
			~(uint32_t)(OCR_COPY_LEASED | OCR_COPY_CARRIED);
		ocr_offer_forget_locked(b);
		if (m->gone) {
			b->copy.flags |= OCR_COPY_STALE;
			ocr_copy_settle_locked(rt, b, &b->copy);
		}
		ocr_right_yield_locked(rt, b);
		ocr_block_unlock(rt, b);
	}
	ocr_emit(rt, from, &r.op);
	return 0;
}
