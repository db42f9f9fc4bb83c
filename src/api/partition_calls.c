/* SPDX-License-Identifier: BSD-3-Clause */
/* partition_calls.c - parts of data blocks: "OCR extensions", section 6.2. */
#include "src/api/api.h"

#include "include/extensions/ocr-db-partitioning.h"
#include "src/data/block.h"
#include "src/data/parted.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int
by_offset(const void *a, const void *b)
{
	const ocrDbPart_t *x = a, *y = b;

	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Do parts of a block that has `size` bytes, as far as that is known, lie
 * inside it and apart from each other? */
static u8
check(const ocrDbPart_t *parts, u32 n, u64 size)
{
	ocrDbPart_t *sorted = malloc(n * sizeof(*sorted));
	u64 end = 0;
	u8 code = 0;

	if (!sorted)
		return OCR_ENOMEM;
	memcpy(sorted, parts, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), by_offset);
	for (u32 i = 0; i < n && !code; i++) {
		const ocrDbPart_t *p = &sorted[i];

		if (p->offset > size || p->size > size - p->offset ||
		    (p->size && p->offset < end))
			code = ocr_refuse(OCR_EINVAL,
					  "offset=%" PRIu64 " size=%" PRIu64
					  "|this part overlaps another, or is "
					  "not in the block",
					  p->offset, p->size);
		else if (p->size)
			end = p->offset + p->size;
	}
	free(sorted);
	return code;
}

static u64
size_of(struct ocr_edt *t, ocrGuid_t db)
{
	const struct ocr_held_block *b = ocr_held_find(&t->held, db);

	return b && !b->released ? b->block->size : UINT64_MAX;
}

/* The parts have names of this node, and the home of their block. */
static u8
submit(struct ocr_edt *t, struct ocr_msg_partition *m, ocrDbPart_t *parts)
{
	ocr_node_t home = ocr_owner_of(t->rt, m->db);
	int err;

	for (u32 i = 0; i < m->count; i++) {
		struct ocr_msg_part *p = &m->parts[i];

		p->offset = parts[i].offset;
		p->size = parts[i].size;
		p->guid = ocr_guid_new(ocr_self->guids, OCR_GUID_DB,
				       OCR_GUID_PART, home);
		if (ocr_guid_is_null(p->guid))
			return OCR_ENOMEM;
	}
	m->wait = ocr_parted_await(t->rt, &t->now->stream, m->db);
	if (!m->wait)
		return OCR_ENOMEM;
	err = ocr_stream_submit(&t->now->stream, home, &m->op);
	for (u32 i = 0; i < m->count && !err; i++)
		parts[i].guid = m->parts[i].guid;
	return err ? ocr_why_op(&m->op, err) : 0;
}

static u8
why_not(struct ocr_runtime *rt, ocrGuid_t db, u32 n, const ocrDbPart_t *parts,
	u32 properties)
{
	if (ocr_guid_kind(db) != OCR_GUID_DB || !ocr_api_is_data(rt, db))
		return ocr_why_kind(OCR_EINVAL, "dbGuid", db, "a data block");
	if (!parts)
		return ocr_why_null("partitions");
	if (properties & ~(u32)OCR_DB_PARTITION_STATIC)
		return ocr_why_flags("properties", properties,
				     OCR_DB_PARTITION_STATIC);
	return ocr_refuse(
		OCR_EINVAL, "partCount=%u|1 to %zu parts are possible", n,
		(size_t)(OCR_OP_MAX_BYTES - sizeof(struct ocr_msg_partition)) /
			sizeof(struct ocr_msg_part));
}

static u8
partition(ocrGuid_t db, u32 n, ocrDbPart_t *parts, u32 properties)
{
	struct ocr_edt *t = ocr_api_task();
	struct ocr_msg_partition *m;
	size_t len;
	u8 code;

	if (!t)
		return ocr_why_no_task();
	db = ocr_api_as(db, OCR_GUID_DB);
	len = sizeof(*m) + (size_t)n * sizeof(*m->parts);
	if (ocr_guid_kind(db) != OCR_GUID_DB || !ocr_api_is_data(t->rt, db) ||
	    !n || !parts || len > OCR_OP_MAX_BYTES ||
	    properties & ~(u32)OCR_DB_PARTITION_STATIC)
		return why_not(t->rt, db, n, parts, properties);
	code = check(parts, n, size_of(t, db));
	m = code ? NULL : calloc(1, len);
	if (!m)
		return code ? code : OCR_ENOMEM;
	m->op.len_bytes = (uint32_t)len;
	m->op.type = OCR_MSG_PARTITION;
	m->db = db;
	m->count = n;
	m->flags = properties & OCR_DB_PARTITION_STATIC ? OCR_PARTS_STATIC : 0;
	code = submit(t, m, parts);
	free(m);
	return code;
}

/* In strict mode each part has a place where it was made. */
static u8
note_parts(const void *site, u8 code, u32 n, const ocrDbPart_t *parts)
{
	struct ocr_call c = {.name = "ocrDbPartition", .site = site};

	for (u32 i = 0; !code && ocr_api_is_strict() && i < n; i++)
		ocr_api_created(&c, &parts[i].guid);
	return code;
}

u8
ocrDbPartition(ocrGuid_t dbGuid, u32 partCount, ocrDbPart_t *partitions,
	       u32 properties)
{
	OCR_API_CALL(
		OCR_MSG_PARTITION, dbGuid,
		note_parts(OCR_API_SITE,
			   partition(dbGuid, partCount, partitions, properties),
			   partCount, partitions));
}
