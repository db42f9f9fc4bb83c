/* SPDX-License-Identifier: BSD-3-Clause */
/* db_copy.c - see db_copy.h. */
#include "src/task/db_copy.h"

#include "include/extensions/ocr-db-partitioning.h"
#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/names/mapped.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/task/edt.h"

#include <inttypes.h>
#include <string.h>

/* The block of a slot, as this task has it; NULL if it has none. */
static struct ocr_held_block *
block_of(struct ocr_edt *t, const ocrEdtDep_t *d)
{
	ocrGuid_t g = ocr_guid_kind(d->guid) == OCR_GUID_MAPPED
			      ? ocr_mapped_as(d->guid, OCR_GUID_DB)
			      : d->guid;

	return ocr_held_find(&t->held, g);
}

static void
refuse(struct ocr_runtime *rt, const struct ocr_db_copy *c,
       const struct ocr_held_block *to, const struct ocr_held_block *from)
{
	char dest[OCR_GUID_TEXT], source[OCR_GUID_TEXT];

	ocr_fail(rt,
		 "ocrDbCopy() of %" PRIu64 " bytes from byte %" PRIu64
		 " of %s, which has %" PRIu64 " bytes, to byte %" PRIu64
		 " of %s, which has %" PRIu64 ": there are not so many",
		 c->size, c->source_offset, ocr_guid_text(from->db, source),
		 from->block->size, c->dest_offset, ocr_guid_text(to->db, dest),
		 to->block->size);
}

/* After the copy, and before the output event says that it is done. */
static void
destroy(struct ocr_edt *t, struct ocr_held_block *b)
{
	struct ocr_msg_destroy m = OCR_DESTROY(b->db);

	ocr_edt_release(t, b);
	ocr_stream_submit(&t->now->stream, ocr_owner_of(t->rt, m.guid), &m.op);
}

ocrGuid_t
ocr_db_copy(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct ocr_db_copy *c = (const void *)paramv;
	struct ocr_held_block *to, *from;
	struct ocr_edt *t = ocr_self->task;

	to = depc == 2 ? block_of(t, &depv[0]) : NULL;
	from = depc == 2 ? block_of(t, &depv[1]) : NULL;
	if (paramc != sizeof(*c) / sizeof(u64) || !to || !from) {
		ocr_fail(t->rt, "a copy without blocks was asked for");
		return NULL_GUID;
	}
	if (!ocr_db_has_range(to->block->size, c->dest_offset, c->size) ||
	    !ocr_db_has_range(from->block->size, c->source_offset, c->size)) {
		refuse(t->rt, c, to, from);
		return NULL_GUID;
	}
	if (c->size)
		memmove((char *)depv[0].ptr + c->dest_offset,
			(const char *)depv[1].ptr + c->source_offset, c->size);
	if (c->type & DB_COPY_PARTITION_BACK && from != to)
		destroy(t, from);
	if (c->type & OCR_DB_COPY_TO_PART)
		destroy(t, to);
	return c->dest;
}
