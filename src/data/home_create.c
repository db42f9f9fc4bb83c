/* SPDX-License-Identifier: BSD-3-Clause */
/* home_create.c - a block comes into being at its home. */
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/names/names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

/* The block that a task of this node has made already, or a new one. */
static struct ocr_block *
begin(struct ocr_runtime *rt, ocr_node_t from,
      const struct ocr_msg_create_db *m, ocrHint_t *hint,
      struct ocr_chunk *chunk)
{
	struct ocr_block *b = m->block;
	struct ocr_busy *y;

	if (!b)
		b = ocr_block_create_empty(rt, m->db, m->size, m->version);
	if (!b)
		return NULL;
	if (!hint && !chunk && (m->block || m->flags & OCR_DB_NO_ACQUIRE))
		return b;
	ocr_block_lock(b);
	y = ocr_block_busy_locked(rt, b);
	if (y && !m->block && !(m->flags & OCR_DB_NO_ACQUIRE)) {
		y->home.writers = 1;
		y->home.writer = from;
	}
	if (y)
		y->home.chunk = chunk;
	if (y && hint) {
		y->home.hint = hint;
		ocr_block_advise_locked(rt, b, hint);
		ocr_block_set_kind_locked(b, ocr_hint_memory(hint));
	}
	ocr_unlock(&b->lock, OCR_LOCK_DB);
	if (!y && !m->block)
		ocr_block_abort(rt, b);
	return y ? b : NULL;
}

void
ocr_home_undo(struct ocr_runtime *rt, struct ocr_block *b, bool is_held)
{
	ocr_block_lock(b);
	b->flags |= OCR_BLOCK_ORPHAN;
	if (b->busy)
		ocr_block_calm_locked(rt, b);
	if (is_held) {
		ocr_block_unlock(rt, b);
		return;
	}
	ocr_unlock(&b->lock, OCR_LOCK_DB);
	ocr_block_abort(rt, b);
}

int
ocr_home_create(struct ocr_runtime *rt, ocr_node_t from,
		const struct ocr_msg_create_db *m, struct ocr_chunk *chunk)
{
	struct ocr_block *b;
	ocrHint_t *hint;
	int err;

	if (ocr_guid_kind(m->db) != OCR_GUID_DB ||
	    (m->block && from != rt->self))
		return -EINVAL;
	/* As most are: made by a task of this node, which has it. */
	if (m->block && !(m->flags & OCR_DB_HINTS) && !chunk) {
		err = ocr_names_publish(rt, m->db, m->block,
					ocr_home_apply_parked);
		if (err)
			ocr_home_undo(rt, m->block, true);
		return err;
	}
	err = hint_of(rt, m, &hint);
	if (err)
		return err;
	b = begin(rt, from, m, hint, chunk);
	if (!b) {
		free(hint);
		return -ENOMEM;
	}
	err = ocr_names_publish(rt, m->db, b, ocr_home_apply_parked);
	if (err)
		ocr_home_undo(rt, b, m->block);
	return err;
}

int
ocr_home_on_create(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	return ocr_home_create(rt, from, (const void *)op, NULL);
}
