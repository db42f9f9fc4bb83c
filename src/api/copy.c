/* SPDX-License-Identifier: BSD-3-Clause */
/* copy.c - copies of data blocks: "OCR extensions", section 6.3. */
#include "src/api/api.h"

#include "include/extensions/ocr-db-partitioning.h"
#include "src/data/block.h"
#include "src/object/db_copy.h"

/* Can there be such a range?  The size of a block is known here, if the task
 * has it. */
static bool
is_possible(struct ocr_edt *t, ocrGuid_t db, u64 offset, u64 size)
{
	const struct ocr_held_block *b = ocr_held_find(&t->held, db);

	return ocr_db_has_range(b && !b->released ? b->block->size : UINT64_MAX,
				offset, size);
}

static bool
is_block(struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_guid_kind(g) == OCR_GUID_DB && ocr_api_is_data(rt, g);
}

/* The task that copies is at the destination's owner. */
static u8
launch(ocrGuid_t dest, ocrGuid_t source, const struct ocr_db_copy *c,
       ocrGuid_t *done)
{
	const struct ocr_api_task_args copier = {
		.body = ocr_db_copy,
		.node = ocr_owner_of(ocr_self->rt, dest),
		.paramc = sizeof(*c) / sizeof(u64),
		.paramv = &c->dest_offset,
		.depc = 2,
		.output = done ? *done : NULL_GUID,
	};
	ocrGuid_t task;
	u8 code = ocr_api_launch(&copier, &task);

	if (!code)
		code = ocr_api_add_dependence(source, task, 1, DB_MODE_CONST);
	if (!code)
		code = ocr_api_add_dependence(dest, task, 0, DB_MODE_EW);
	return code;
}

static u8
copy(ocrGuid_t dest, ocrGuid_t source, const struct ocr_db_copy *c,
     ocrGuid_t *done)
{
	struct ocr_edt *t = ocr_api_task();
	u8 code = 0;

	if (!t)
		return OCR_EPERM;
	dest = ocr_api_as(dest, OCR_GUID_DB);
	source = ocr_api_as(source, OCR_GUID_DB);
	if (!is_block(t->rt, dest) || !is_block(t->rt, source) ||
	    c->type > DB_COPY_PARTITION_BACK ||
	    (c->type != DB_COPY_DEFAULT && ocr_guid_eq(dest, source)) ||
	    !is_possible(t, dest, c->dest_offset, c->size) ||
	    !is_possible(t, source, c->source_offset, c->size))
		return OCR_EINVAL;
	if (done)
		code = ocrEventCreate(done, OCR_EVENT_STICKY_T,
				      EVT_PROP_TAKES_ARG);
	if (code)
		return code;
	code = launch(dest, source, c, done);
	if (code && done)
		ocrEventDestroy(*done);
	return code;
}

u8
ocrDbCopy(ocrGuid_t destination, u64 destinationOffset, ocrGuid_t source,
	  u64 sourceOffset, u64 size, u64 copyType, ocrGuid_t *completionEvt)
{
	const struct ocr_db_copy c = {destinationOffset, sourceOffset, size,
				      copyType};

	OCR_API_CREATE(completionEvt,
		       copy(destination, source, &c, completionEvt));
}
