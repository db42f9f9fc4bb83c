/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_release.c - a task that runs gives up a block, or the right to write it.
 *
 * Knows which op that is, and whether it can be a call; the block's home
 * decides what comes of it.
 */
#include "src/task/edt.h"

#include "fabric/seldom.h"
#include "src/base/observer.h"
#include "src/data/block.h"
#include "src/data/home.h"
#include "src/data/newborn.h"
#include "src/data/right.h"
#include "src/data/view.h"

/* A block of that label may be created as soon as this one has been destroyed
 * and nobody fetches it: so whoever hears of this release must not come to the
 * home before it knows that the bytes are here. */
static __attribute__((noinline)) int
settle_fetch(struct ocr_edt *t, ocrGuid_t db)
{
	struct ocr_msg_fetched m = {
		.op = OCR_OP(OCR_MSG_FETCHED, struct ocr_msg_fetched),
		.db = db,
	};

	return ocr_stream_submit(&t->now->stream, ocr_owner_of(t->rt, db),
				 &m.op);
}

static inline int
release_read(struct ocr_edt *t, struct ocr_held_block *b)
{
	ocr_block_put(t->rt, b->block, b->data);
	b->block = NULL;
	return __builtin_expect(ocr_label_recurs(b->db), 0)
		       ? settle_fetch(t, b->db)
		       : 0;
}

static __attribute__((noinline)) int
release_by_message(struct ocr_edt *t, struct ocr_held_block *b,
		   struct ocr_msg_release *m)
{
	/* The home's trust keeps the bytes from here on. */
	ocr_block_put(t->rt, b->block, b->data);
	b->block = NULL;
	return ocr_home_release(&t->now->stream, m);
}

static inline int
release_written(struct ocr_edt *t, struct ocr_held_block *b)
{
	struct ocr_msg_release m = {
		.op = OCR_OP(OCR_MSG_RELEASE, struct ocr_msg_release),
		.db = b->db,
		.offset = ocr_memory_offset(t->rt->memory, b->data),
	};

	if (ocr_home_put(&t->now->stream, b->block, b->data, &m) ||
	    ocr_right_put(&t->now->stream, b->block, b->data, &m)) {
		b->block = NULL;
		return 0;
	}
	return release_by_message(t, b, &m);
}

int
ocr_edt_release(struct ocr_edt *t, struct ocr_held_block *b)
{
	if (b->newborn) {
		ocr_newborn_release(&t->now->stream, b);
		return 0;
	}
	if (OCR_SELDOM(b->view)) {
		OCR_OBSERVE(t->rt, used, &t->now->stream, b);
		ocr_view_close(b);
	}
	b->released = true;
	return ocr_mode_writes(b->mode) ? release_written(t, b)
					: release_read(t, b);
}

int
ocr_edt_downgrade(struct ocr_edt *t, struct ocr_held_block *b)
{
	struct ocr_msg_release m = {
		.op = OCR_OP(OCR_MSG_RELEASE, struct ocr_msg_release),
		.db = b->db,
		.offset = ocr_memory_offset(t->rt->memory, b->data),
	};

	if (!ocr_mode_writes(b->mode))
		return 0;
	if (b->view) {
		OCR_OBSERVE(t->rt, used, &t->now->stream, b);
		ocr_view_downgrade(b);
	}
	/* The reference stays: whoever writes next here makes a copy. */
	b->mode = DB_MODE_RO;
	return ocr_home_release(&t->now->stream, &m);
}
