/* SPDX-License-Identifier: BSD-3-Clause */
/* memory_op.c - see memory_op.h. */
#include "tests/sim/memory_op.h"

#include "include/extensions/ocr-db-partitioning.h"
#include "src/data/block.h"
#include "src/task/db_copy.h"
#include "src/task/edt.h"
#include "tests/sim/sim_op.h"

/* The words of a slot; NULL: it has no block of words. */
static uint64_t *
words_of(const struct ocr_edt *t, uint32_t slot, uint64_t *n)
{
	const struct ocr_held *h = &t->held;

	for (uint32_t i = 0; i < h->n; i++)
		if (ocr_guid_eq(h->blocks[i].db, ocr_edt_depv(t)[slot].guid)) {
			*n = h->blocks[i].block->size / 8;
			return h->blocks[i].data;
		}
	return NULL;
}

void
memory_copy_by(struct memory *m, const struct ocr_edt *t, uint32_t start)
{
	const struct ocr_db_copy *c = (const void *)t->words;
	uint64_t *to, *from, n_to, n_from, first, words;
	ocrGuid_t guid = ocr_edt_guid(t);

	if (ocr_edt_func(t) != ocr_db_copy || c->type != DB_COPY_DEFAULT ||
	    (c->dest_offset | c->source_offset | c->size) % 8)
		return;
	to = words_of(t, 0, &n_to);
	from = words_of(t, 1, &n_from);
	if (!to || !from || ((uintptr_t)to | (uintptr_t)from) % 8 ||
	    !ocr_db_has_range(n_to * 8, c->dest_offset, c->size) ||
	    !ocr_db_has_range(n_from * 8, c->source_offset, c->size))
		return;
	memory_acquire(m, guid, ocr_edt_depv(t)[0].guid, DB_MODE_EW, n_to,
		       start);
	memory_acquire(m, guid, ocr_edt_depv(t)[1].guid, DB_MODE_CONST, n_from,
		       start);
	first = c->source_offset / 8;
	words = c->size / 8;
	for (uint64_t i = 0; i < words; i++)
		memory_read(m, guid, ocr_edt_depv(t)[1].guid, first + i,
			    from[first + i]);
	for (uint64_t i = 0; i < words; i++)
		memory_write(m, guid, ocr_edt_depv(t)[0].guid,
			     c->dest_offset / 8 + i, from[first + i]);
}

/* Of a copy that becomes a part, if it can, programs say what it has. */
static void
note_parts(struct memory *m, uint32_t id, const struct ocr_msg_partition *p)
{
	if (p->flags & OCR_PARTS_ADOPT)
		return;
	for (uint32_t i = 0; i < p->count; i++)
		memory_cut(m, p->db, p->parts[i].guid, p->parts[i].offset / 8,
			   p->parts[i].size / 8, id);
}

void
memory_note(struct memory *m, ocrGuid_t task, uint32_t id,
	    const struct ocr_op *op)
{
	const struct ocr_msg_get_chunk *c = (const void *)op;

	switch ((enum ocr_msg_type)op->type) {
	case OCR_MSG_RELEASE:
		memory_release(m, task, sim_op_object(op), id);
		break;
	case OCR_MSG_DESTROY:
		memory_destroy(m, sim_op_object(op), id);
		break;
	case OCR_MSG_PARTITION:
		note_parts(m, id, (const void *)op);
		break;
	case OCR_MSG_GET_CHUNK:
		memory_cut(m, c->file, c->chunk, c->offset / 8, c->size / 8,
			   id);
		break;
	default:
		break;
	}
}
