/* SPDX-License-Identifier: BSD-3-Clause */
/* home_chunk.c - the home of a block that is a range of a file: who loads and
 * stores it has a turn like a task. */
#include "src/data/home.h"

#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/names/names.h"

#include <errno.h>

/* The block of a chunk, locked; NULL: it is gone. */
static struct ocr_block *
chunk_locked(struct ocr_runtime *rt, ocrGuid_t g)
{
	struct ocr_block *b;
	void *obj;

	if (ocr_names_find(rt, g, &obj) != OCR_SLOT_LIVE)
		return NULL;
	b = obj;
	ocr_block_lock(b);
	if (ocr_guid_eq(b->guid, g) && b->busy && b->busy->home.chunk)
		return b;
	ocr_block_unlock(rt, b);
	return NULL;
}

int
ocr_home_on_turn(struct ocr_runtime *rt, ocr_node_t from,
		 const struct ocr_op *op)
{
	const struct ocr_msg_file_turn *m = (const void *)op;
	struct ocr_want w = {
		.edt = m->db,
		.have = OCR_HAVE_NONE,
		.node = rt->self,
	};
	struct ocr_block *b = chunk_locked(rt, m->db);

	(void)from;
	if (!b)
		return 0;
	w.mode = b->busy->home.loaded ? DB_MODE_RO : DB_MODE_EW;
	if (b->busy->home.dirty)
		rt->data->backing->save(b->busy->home.chunk);
	if (!b->busy->home.loaded || b->busy->home.dirty) {
		b->busy->home.dirty = false;
		ocr_home_grant_locked(rt, b, &w);
	}
	ocr_block_unlock(rt, b);
	return 0;
}

int
ocr_home_on_loaded(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	const struct ocr_msg_loaded *m = (const void *)op;
	struct ocr_block *b = chunk_locked(rt, m->db);
	struct ocr_home *h;

	(void)from;
	/* It may have been destroyed before there was an answer. */
	if (!b)
		return 0;
	h = &b->busy->home;
	h->loaded = true;
	/* Parts that were cut meanwhile have their places in it: zeros. */
	if (m->err && !h->split)
		b->size = 0;
	if (h->writers) {
		h->writers = 0;
		h->version++;
		h->holder = rt->self;
		h->exclusive = false;
	}
	ocr_home_pump_locked(rt, b);
	ocr_block_unlock(rt, b);
	return 0;
}

struct ocr_chunk *
ocr_home_chunk(struct ocr_block *b)
{
	struct ocr_chunk *c;

	ocr_block_lock(b);
	c = b->flags & OCR_BLOCK_HOME && b->busy ? b->busy->home.chunk : NULL;
	ocr_unlock(&b->lock, OCR_LOCK_DB);
	return c;
}

int
ocr_home_is_dirty(struct ocr_runtime *rt, ocrGuid_t g)
{
	struct ocr_block *b = chunk_locked(rt, g);
	int dirty;

	if (!b)
		return 0;
	dirty = b->busy->home.loaded && b->busy->home.writers
			? -EBUSY
			: b->busy->home.dirty;
	ocr_block_unlock(rt, b);
	return dirty;
}
