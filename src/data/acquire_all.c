/* SPDX-License-Identifier: BSD-3-Clause */
/* acquire_all.c - see acquire_all.h. */
#include "src/data/acquire_all.h"

#include "guidmap/guid.h"
#include "guidmap/guidmap.h"
#include "src/base/delivery.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/held.h"
#include "src/data/home.h"
#include "src/data/home_directory.h"
#include "src/data/right.h"
#include "src/sched/worker.h"

static bool
is_here(const struct ocr_runtime *rt, const struct ocr_held_block *h)
{
	return ocr_owner_of(rt, h->db) == rt->self;
}

/* Of this node; NULL: it has been destroyed, or is not there yet. */
static struct ocr_block *
block_of(const struct ocr_runtime *rt, const struct ocr_held_block *h)
{
	return ocr_guid_kind(h->db) == OCR_GUID_DB
		       ? ocr_guidmap_live(rt->guids, h->db)
		       : NULL;
}

/* What is kept by this worker comes before, and may be for a block of this
 * node; an observer is to see that the task asks for that. */
static bool
is_next(const struct ocr_runtime *rt)
{
	return !rt->observer && ocr_deliveries_is_empty(&ocr_self->fired);
}

static bool
is_free(struct ocr_runtime *rt, const struct ocr_held_block *h)
{
	struct ocr_block *b;

	if (ocr_label_is(h->db))
		return false;
	if (!is_here(rt, h))
		return ocr_right_is_free(rt, h->db, h->mode);
	b = is_next(rt) ? block_of(rt, h) : NULL;
	return b && ocr_home_is_free(b, h->db);
}

/* An observer hears of a right, and who goes by it. */
static void
show(struct ocr_runtime *rt, ocrGuid_t edt, const struct ocr_held_block *h)
{
	OCR_OBSERVE(rt, grant,
		    &(struct ocr_msg_grant){.db = h->db,
					    .edt = edt,
					    .size = h->block->size,
					    .holder = rt->self},
		    OCR_WAY_CACHE);
}

static bool
take(struct ocr_runtime *rt, struct ocr_held_block *h)
{
	struct ocr_step step = {0};

	if (is_here(rt, h)) {
		step.block = block_of(rt, h);
		if (!step.block ||
		    !ocr_home_take(step.block, h->db, h->mode, &step.data))
			return false;
	} else if (!ocr_right_take(rt, h->db, h->mode, &step)) {
		return false;
	}
	h->block = step.block;
	h->data = step.data;
	return true;
}

/* Nothing was written: the block has a version more, of the same bytes. */
static void
give_back(struct ocr_runtime *rt, struct ocr_held_block *h)
{
	if (is_here(rt, h)) {
		ocr_home_untake(rt, h->block, h->db, h->data);
	} else {
		ocr_block_put(rt, h->block, h->data);
		ocr_right_release(rt, h->db);
	}
	h->block = NULL;
}

/* Is it worth it, and does it look as if all could be had? */
static bool
may_take(struct ocr_runtime *rt, const struct ocr_held_block *blocks,
	 uint32_t n)
{
	uint32_t writes = 0, others = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (ocr_mode_writes(blocks[i].mode)) {
			writes++;
			others += !is_here(rt, &blocks[i]);
		}
	}
	if (writes < 2 || !others)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (ocr_mode_writes(blocks[i].mode) && !is_free(rt, &blocks[i]))
			return false;
	return true;
}

void
ocr_acquire_all(struct ocr_runtime *rt, ocrGuid_t edt,
		struct ocr_held_block *blocks, uint32_t n)
{
	uint32_t i;

	if (!rt->data->rights.keep || !may_take(rt, blocks, n))
		return;
	for (i = 0; i < n; i++)
		if (ocr_mode_writes(blocks[i].mode) && !take(rt, &blocks[i]))
			break;
	if (i == n) {
		for (i = 0; rt->observer && i < n; i++)
			if (ocr_mode_writes(blocks[i].mode))
				show(rt, edt, &blocks[i]);
		return;
	}
	while (i-- > 0)
		if (ocr_mode_writes(blocks[i].mode))
			give_back(rt, &blocks[i]);
}
