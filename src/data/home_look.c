/* SPDX-License-Identifier: BSD-3-Clause */
/* home_look.c - what others see of a block whose home is here. */
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/home.h"
#include "src/data/split.h"
#include "src/names/names.h"

#include <errno.h>
#include <string.h>

bool
ocr_home_is_there(struct ocr_runtime *rt, struct ocr_block *b, ocrGuid_t g)
{
	bool there;

	ocr_block_lock(b);
	there = ocr_home_is_there_locked(b, g);
	ocr_block_unlock(rt, b);
	return there;
}

int
ocr_home_get_hint(struct ocr_runtime *rt, ocrGuid_t g, ocrHint_t *hint)
{
	struct ocr_block *b;
	int err = -ENOENT;
	void *obj;

	if (ocr_names_find(rt, g, &obj) != OCR_SLOT_LIVE)
		return err;
	b = obj;
	ocr_block_lock(b);
	if (ocr_guid_eq(b->guid, g)) {
		err = 0;
		if (b->busy && b->busy->home.hint)
			ocr_hint_merge(hint, b->busy->home.hint);
	}
	ocr_block_unlock(rt, b);
	return err;
}

bool
ocr_home_view(struct ocr_runtime *rt, void *block, struct ocr_home_view *v)
{
	struct ocr_block *b = block;

	memset(v, 0, sizeof(*v));
	ocr_block_lock(b);
	/* One that was never used is all zero. */
	if (!ocr_guid_is_null(b->guid) && b->busy && b->busy->home.queue) {
		const struct ocr_home *h = &b->busy->home;

		v->guid = b->guid;
		v->writers = h->writers;
		v->writer = h->writer;
		v->n_parts = ocr_split_count_locked(rt, b);
		v->first = h->queue->edt;
		for (struct ocr_want *w = h->queue; w; w = w->next)
			v->n_waiting++;
	}
	ocr_unlock(&b->lock, OCR_LOCK_DB);
	return v->n_waiting;
}
