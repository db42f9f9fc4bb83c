/* SPDX-License-Identifier: BSD-3-Clause */
/* copy_calls.c - copies of data blocks: "OCR extensions", section 6.3.
 *
 * A copy is made by a task that acquires both blocks.  With PARTITION and
 * PARTITION_BACK a task at the home of the whole block (the source of the
 * first, the destination of the second) looks what is there, and makes the
 * destination a part, ends a part, or lets a copy go to or from a part that is
 * made for it: doc/change/BLOCKS.md, 4.11.
 */
#include "src/api/api.h"

#include "include/extensions/ocr-db-partitioning.h"
#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/task/db_copy.h"
#include "src/data/parted.h"
#include "src/data/split.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

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
	return ocr_guid_kind(g) == OCR_GUID_DB && ocr_api_is_source(rt, g);
}

/* The task that copies, at `node`. */
static u8
launch(ocr_node_t node, ocrGuid_t dest, ocrGuid_t source,
       const struct ocr_db_copy *c, ocrGuid_t done)
{
	const struct ocr_api_task_args copier = {
		.body = ocr_db_copy,
		.node = node,
		.paramc = sizeof(*c) / sizeof(u64),
		.paramv = &c->dest_offset,
		.depc = 2,
		.output = done,
	};
	ocrGuid_t task;
	u8 code = ocr_api_launch(&copier, &task);

	if (!code)
		code = ocr_api_add_dependence(source, task, 1, DB_MODE_CONST);
	if (!code)
		code = ocr_api_add_dependence(dest, task, 0, DB_MODE_EW);
	return code;
}

/* -- Copies from and to parts of a whole block ---------------------------- */

/* What the tasks that prepare a copy are told. */
struct order {
	struct ocr_db_copy c;
	ocrGuid_t source, done;
};
#define ORDER_WORDS (sizeof(struct order) / sizeof(u64))

static ocr_node_t
home_of(ocrGuid_t db)
{
	return ocr_owner_of(ocr_self->rt, db);
}

/* What it takes to copy as if there were no parts. */
static u8
copy_all(const struct order *o)
{
	return launch(home_of(o->c.dest), o->c.dest, o->source, &o->c, o->done);
}

static u8
tell(const struct order *o)
{
	return ocr_guid_is_null(o->done) ? 0
					 : ocrEventSatisfy(o->done, o->c.dest);
}

/* Makes a part of a block of this node, an old block or a new one: `*part`.
 * At once, or not at all: an error, of which -ENOMEM says nothing of the block.
 */
static int
cut(struct ocr_edt *t, ocrGuid_t whole, u64 offset, u64 size, u32 flags,
    ocrGuid_t *part)
{
	_Alignas(8) unsigned char bytes[sizeof(struct ocr_msg_partition) +
					sizeof(struct ocr_msg_part)];
	struct ocr_msg_partition *m = (void *)bytes;
	int err;

	memset(bytes, 0, sizeof(bytes));
	m->op.len_bytes = sizeof(bytes);
	m->op.type = OCR_MSG_PARTITION;
	m->db = whole;
	m->count = 1;
	m->flags = flags;
	m->parts[0].offset = offset;
	m->parts[0].size = size;
	m->parts[0].guid = flags & OCR_PARTS_ADOPT
				   ? *part
				   : ocr_guid_new(ocr_self->guids, OCR_GUID_DB,
						  OCR_GUID_PART, t->rt->self);
	if (ocr_guid_is_null(m->parts[0].guid))
		return -ENOMEM;
	m->wait = ocr_parted_await(t->rt, &t->now->stream, whole);
	if (!m->wait)
		return -ENOMEM;
	err = ocr_stream_submit(&t->now->stream, t->rt->self, &m->op);
	if (!err)
		*part = m->parts[0].guid;
	return err;
}

static u8
copy_from_part(const struct order *o, ocrGuid_t part)
{
	struct ocr_db_copy c = o->c;

	c.source_offset = 0;
	c.type = DB_COPY_PARTITION_BACK;
	return launch(home_of(c.dest), c.dest, part, &c, o->done);
}

/* There the part is in place: so no byte goes by way of a third node. */
static u8
copy_to_part(const struct order *o, ocrGuid_t part)
{
	struct ocr_db_copy c = o->c;

	c.dest_offset = 0;
	c.type |= OCR_DB_COPY_TO_PART;
	return launch(ocr_split_place_of(ocr_self->rt, c.dest), part, o->source,
		      &c, o->done);
}

/* The whole may have to wait for the source, which may be one of its parts: so
 * that goes, and its bytes wait in a block of their own. */
static ocrGuid_t
put_aside(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct ocr_edt *t = ocr_self->task;
	struct ocr_held_block *b;
	struct order o;
	void *p;
	u8 code;

	if (paramc != ORDER_WORDS || depc != 1)
		return NULL_GUID;
	memcpy(&o, paramv, sizeof(o));
	b = ocr_held_find(&t->held, o.source);
	code = 0;
	if (b &&
	    ocr_db_has_range(b->block->size, o.c.source_offset, o.c.size)) {
		code = ocrDbCreate(&o.source, &p, o.c.size, DB_PROP_NONE,
				   NULL_HINT, NO_ALLOC);
		if (!code && o.c.size)
			memcpy(p, (char *)depv[0].ptr + o.c.source_offset,
			       o.c.size);
		if (!code) {
			o.c.source_offset = 0;
			ocrDbRelease(o.source);
			ocrDbDestroy(depv[0].guid);
		}
	}
	if (!code)
		code = copy_all(&o);
	if (code)
		ocr_fail(t->rt, "ocrDbCopy() failed: %s",
			 ocr_reason_usual(code));
	return NULL_GUID;
}

/* A task at `node` that is told of the order. */
static u8
send(const struct order *o, ocrEdt_t body, ocr_node_t node, u32 depc)
{
	const struct ocr_api_task_args args = {
		.body = body,
		.node = node,
		.paramc = ORDER_WORDS,
		.paramv = &o->c.dest_offset,
		.depc = depc,
	};
	ocrGuid_t task;
	u8 code = ocr_api_launch(&args, &task);

	return code || !depc ? code
			     : ocr_api_add_dependence(o->source, task, 0,
						      DB_MODE_CONST);
}

/* The destination becomes a part of the source, if it can.  Without memory there
 * is no other way: who copies from a whole waits for the end of its parts. */
static u8
take_part(struct ocr_edt *t, const struct order *o)
{
	const struct ocr_db_copy *c = &o->c;
	ocrGuid_t part = c->dest;

	if (!c->dest_offset && ocr_owner_of(t->rt, part) == t->rt->self &&
	    !cut(t, o->source, c->source_offset, c->size, OCR_PARTS_ADOPT,
		 &part))
		return tell(o);
	switch (cut(t, o->source, c->source_offset, c->size, 0, &part)) {
	case 0:
		return copy_from_part(o, part);
	case -ENOMEM:
		return OCR_ENOMEM;
	}
	return copy_all(o);
}

/* The source goes into the destination, to which it may belong. */
static u8
bring_back(struct ocr_edt *t, const struct order *o)
{
	const struct ocr_db_copy *c = &o->c;
	struct ocr_msg_destroy m = OCR_DESTROY(o->source);
	ocrGuid_t part;

	if (ocr_split_is_part(t->rt, o->source, c->dest, c->dest_offset,
			      c->source_offset, c->size)) {
		ocr_stream_submit(&t->now->stream, t->rt->self, &m.op);
		return tell(o);
	}
	switch (cut(t, c->dest, c->dest_offset, c->size, 0, &part)) {
	case 0:
		return copy_to_part(o, part);
	case -ENOMEM:
		return OCR_ENOMEM;
	}
	return send(o, put_aside, t->rt->self, 1);
}

/* At the home of the whole block. */
static ocrGuid_t
prepare(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct ocr_edt *t = ocr_self->task;
	struct order o;
	bool back;
	u8 code;

	(void)depv;
	if (paramc != ORDER_WORDS || depc)
		return NULL_GUID;
	memcpy(&o, paramv, sizeof(o));
	back = o.c.type == DB_COPY_PARTITION_BACK;
	if (!ocr_split_may_cut(t->rt, back ? o.c.dest : o.source))
		code = copy_all(&o);
	else
		code = back ? bring_back(t, &o) : take_part(t, &o);
	if (code)
		ocr_fail(t->rt, "ocrDbCopy() failed: %s",
			 ocr_reason_usual(code));
	return NULL_GUID;
}

static u8
start(const struct order *o)
{
	ocrGuid_t whole =
		o->c.type == DB_COPY_PARTITION_BACK ? o->c.dest : o->source;

	if (o->c.type == DB_COPY_DEFAULT)
		return copy_all(o);
	return send(o, prepare, home_of(whole), 0);
}

/* -- The call ------------------------------------------------------------- */

static u8
why_not(struct ocr_edt *t, const struct order *o)
{
	const struct ocr_db_copy *c = &o->c;

	if (!is_block(t->rt, c->dest))
		return ocr_why_kind(OCR_EINVAL, "destination", c->dest,
				    "a data block");
	if (!is_block(t->rt, o->source))
		return ocr_why_kind(OCR_EINVAL, "source", o->source,
				    "a data block");
	if (c->type > DB_COPY_PARTITION_BACK)
		return ocr_refuse(OCR_EINVAL,
				  "copyType=%" PRIu64 "|there is no such type",
				  c->type);
	if (!is_possible(t, c->dest, c->dest_offset, c->size))
		return ocr_refuse(OCR_EINVAL,
				  "destinationOffset=%" PRIu64 " size=%" PRIu64
				  "|%s is smaller",
				  c->dest_offset, c->size,
				  ocr_refuse_guid(c->dest));
	if (!is_possible(t, o->source, c->source_offset, c->size))
		return ocr_refuse(OCR_EINVAL,
				  "sourceOffset=%" PRIu64 " size=%" PRIu64
				  "|%s is smaller",
				  c->source_offset, c->size,
				  ocr_refuse_guid(o->source));
	return ocr_refuse(OCR_EINVAL, "destination=%s|it is the source as well",
			  ocr_refuse_guid(c->dest));
}

static u8
copy(struct order *o, ocrGuid_t *done)
{
	struct ocr_edt *t = ocr_api_task();
	struct ocr_db_copy *c = &o->c;
	u8 code = 0;

	if (!t)
		return ocr_why_no_task();
	c->dest = ocr_api_as(c->dest, OCR_GUID_DB);
	o->source = ocr_api_as(o->source, OCR_GUID_DB);
	if (!is_block(t->rt, c->dest) || !is_block(t->rt, o->source) ||
	    c->type > DB_COPY_PARTITION_BACK ||
	    (c->type != DB_COPY_DEFAULT && ocr_guid_eq(c->dest, o->source)) ||
	    !is_possible(t, c->dest, c->dest_offset, c->size) ||
	    !is_possible(t, o->source, c->source_offset, c->size))
		return why_not(t, o);
	if (done)
		code = ocrEventCreate(done, OCR_EVENT_STICKY_T,
				      EVT_PROP_TAKES_ARG);
	if (code)
		return code;
	o->done = done ? *done : NULL_GUID;
	code = start(o);
	if (code && done)
		ocrEventDestroy(*done);
	return code;
}

u8
ocrDbCopy(ocrGuid_t destination, u64 destinationOffset, ocrGuid_t source,
	  u64 sourceOffset, u64 size, u64 copyType, ocrGuid_t *completionEvt)
{
	struct order o = {
		.c = {destinationOffset, sourceOffset, size, copyType,
		      destination},
		.source = source,
	};

	OCR_API_CREATE(completionEvt, copy(&o, completionEvt));
}
