/* SPDX-License-Identifier: BSD-3-Clause */
/* collective_calls.c - reduction events, for the calls that all events share,
 * and ocrEventCollectiveSatisfySlot().
 *
 * All of these are ops on this node's representative, whoever owns the label.
 */
#include "src/api/api.h"

#include "src/reduce/collective.h"
#include "src/reduce/reduce.h"
#include "src/stream/stream.h"

#include <stdlib.h>
#include <string.h>

/* Contributions up to this size are copied to the stack. */
#define NEAR_BYTES 256

static u8
submit(struct ocr_edt *t, struct ocr_op *op)
{
	int err = ocr_collective_submit(&t->now->stream, op);

	return __builtin_expect(err, 0) ? ocr_why_op(op, err) : 0;
}

static struct ocr_shape
shape_of(const ocrEventParams_t *p)
{
	return (struct ocr_shape){
		.max_gen = p->EVENT_COLLECTIVE.maxGen,
		.contribs = p->EVENT_COLLECTIVE.nbContribs,
		.here = p->EVENT_COLLECTIVE.nbContribsPd,
		.n = p->EVENT_COLLECTIVE.nbDatum,
		.arity = p->EVENT_COLLECTIVE.arity,
		.op = p->EVENT_COLLECTIVE.op,
		.type = (uint8_t)p->EVENT_COLLECTIVE.type,
		.reuse = p->EVENT_COLLECTIVE.reuseDbPerGen,
	};
}

u8
ocr_api_collective_create(ocrGuid_t *guid, u16 flags,
			  const ocrEventParams_t *params)
{
	struct ocr_msg_collective_create m = {
		.op = OCR_OP(OCR_MSG_COLLECTIVE_CREATE,
			     struct ocr_msg_collective_create),
	};
	struct ocr_edt *t = ocr_api_task();
	u16 how = flags & ~EVT_PROP_TAKES_ARG;
	u8 code;
	int err;

	if (!t)
		return ocr_why_no_task();
	if (!guid || !params || params->EVENT_COLLECTIVE.type > COL_BROADCAST ||
	    (how != GUID_PROP_NONE && how != GUID_PROP_IS_LABELED &&
	     how != GUID_PROP_CHECK))
		return ocr_why_reduction(guid, flags, params);
	m.event = how ? *guid
		      : ocr_guid_new(ocr_self->guids, OCR_GUID_EVENT_COLLECTIVE,
				     OCR_GUID_TAKES_ARG, t->rt->self);
	m.shape = shape_of(params);
	if (how && !ocr_label_is(m.event))
		return ocr_why_label(OCR_GUID_EVENT_COLLECTIVE, how, m.event);
	if (ocr_guid_is_null(m.event))
		return ocr_why_no_guid();
	err = ocr_collective_ask(t->rt, m.event, &m.shape);
	/* Each participant creates it, and one of a node is enough. */
	if (err == -EEXIST)
		return OCR_EGUIDEXISTS;
	if (err)
		return ocr_why_op(&m.op, err);
	ocr_api_tell(guid, m.event, how);
	code = submit(t, &m.op);
	if (code)
		ocr_collective_unask(t->rt, m.event);
	return code;
}

u8
ocr_api_collective_destroy(ocrGuid_t guid)
{
	struct ocr_msg_destroy m = {
		.op = OCR_OP(OCR_MSG_COLLECTIVE_DESTROY,
			     struct ocr_msg_destroy),
		.guid = guid,
	};
	struct ocr_edt *t = ocr_api_task();
	int err;

	if (!t)
		return ocr_why_no_task();
	if (!ocr_collective_unask(t->rt, guid))
		return ocr_refuse(OCR_EINVAL,
				  "guid=%s|it was not created on this node, or "
				  "is destroyed already",
				  ocr_refuse_guid(guid));
	err = ocr_collective_submit(&t->now->stream, &m.op);
	if (!err)
		return 0;
	ocr_collective_reask(t->rt, guid);
	return ocr_why_op(&m.op, err);
}

u8
ocr_api_collective_is_source(struct ocr_runtime *rt, ocrGuid_t event, u32 sslot)
{
	struct ocr_shape s;

	if (!ocr_collective_asked(rt, event, &s) || sslot >= s.contribs)
		return OCR_EINVAL;
	/* The result is at the root alone. */
	if (s.type == COL_REDUCE && ocr_owner_of(rt, event) != rt->self)
		return OCR_EPERM;
	return 0;
}

u8
ocr_api_collective_follow(ocrGuid_t event, u32 sslot, ocrGuid_t dest, u32 slot,
			  ocrDbAccessMode_t mode)
{
	struct ocr_msg_collective_dep m = {
		.op = OCR_OP(OCR_MSG_COLLECTIVE_DEP,
			     struct ocr_msg_collective_dep),
		.event = event,
		.dest = dest,
		.sslot = sslot,
		.slot = slot,
		.mode = mode,
	};
	struct ocr_edt *t = ocr_api_task();
	u8 code = ocr_api_collective_is_source(t->rt, event, sslot);

	return code ? code : submit(t, &m.op);
}

static u8
contribute(ocrGuid_t event, const void *data, u32 islot)
{
	struct ocr_edt *t = ocr_api_task();
	uint64_t near[NEAR_BYTES / 8];
	struct ocr_msg_contribute *m = (void *)near;
	struct ocr_shape s;
	size_t len, bytes;
	bool silent;
	int err;

	if (!t)
		return ocr_why_no_task();
	if (!ocr_collective_asked(t->rt, event, &s) || islot >= s.contribs)
		return ocr_refuse(OCR_EINVAL,
				  "event=%s islot=%u|it was not created on "
				  "this node, or has no such slot",
				  ocr_refuse_guid(event), islot);
	silent = s.type == COL_BROADCAST && islot;
	if (!data && !silent)
		return ocr_why_null("data");
	bytes = silent ? 0 : s.n * ocr_reduce_bytes(s.op);
	len = sizeof(*m) + (bytes + 7) / 8 * 8;
	if (len > sizeof(near))
		m = malloc(len);
	if (!m)
		return OCR_ENOMEM;
	*m = (struct ocr_msg_contribute){
		.op = {.len_bytes = (uint32_t)len, .type = OCR_MSG_CONTRIBUTE},
		.event = event,
		.slot = islot,
	};
	if (bytes) {
		m->values[(bytes - 1) / 8] = 0; /* the last may be half */
		memcpy(m->values, data, bytes);
	}
	err = ocr_collective_submit(&t->now->stream, &m->op);
	if (err)
		ocr_why_op(&m->op, err);
	if (m != (void *)near)
		free(m);
	return ocr_err_code(err);
}

u8
ocrEventCollectiveSatisfySlot(ocrGuid_t event, void *data, u32 islot)
{
	OCR_API_CALL(OCR_MSG_CONTRIBUTE, event, contribute(event, data, islot));
}
