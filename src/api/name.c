/* SPDX-License-Identifier: BSD-3-Clause */
/* name.c - how creation calls name their objects: anew, or by a label. */
#include "src/api/api.h"

#include "src/names/label.h"
#include "src/names/map.h"
#include "src/stream/dispatch.h"
#include "src/stream/stream.h"
#include "src/task/ask.h"
#include "src/task/creator.h"

#include <stdlib.h>
#include <string.h>

/* The element that the calling creator function was given. */
static u8
name_element(struct ocr_edt *t, struct ocr_new *n, enum ocr_guid_kind kind,
	     unsigned flags)
{
	if (ocr_guid_is_null(n->shown) ||
	    !ocr_guid_eq(n->shown, ocr_creator_element_of(t)))
		return ocr_why_label(kind, n->how, n->shown);
	n->guid = ocr_label_make(
		kind, ocr_guid_flags(n->shown) | flags,
		ocr_guid_creator(n->shown), ocr_guid_owner(n->shown),
		ocr_label_map(n->shown), ocr_label_index(n->shown));
	return 0;
}

u8
ocr_api_name_label(struct ocr_edt *t, struct ocr_new *n,
		   enum ocr_guid_kind kind, unsigned flags, ocrGuid_t label)
{
	n->shown = label;
	n->owner = ocr_owner_of(t->rt, label);
	if (n->how == EDT_PROP_MAPPED)
		return name_element(t, n, kind, flags);
	if ((n->how != GUID_PROP_IS_LABELED && n->how != GUID_PROP_CHECK &&
	     n->how != GUID_PROP_BLOCK) ||
	    !ocr_label_is(label) || ocr_guid_kind(label) != kind)
		return ocr_why_label(kind, n->how, label);
	n->guid = label;
	return 0;
}

/* Nobody will ever handle it. */
static int
refuse(struct ocr_edt *t, const struct ocr_new *n, const struct ocr_op *op,
       int err)
{
	ocr_dispatch_lose(t->rt, n->owner, op);
	return err;
}

/* The call returns when the owner has decided.  Nobody else is asked when that
 * is this node, and nothing holds the op back. */
static int
submit_check(struct ocr_edt *t, const struct ocr_new *n,
	     struct ocr_msg_create_labeled *m, const char *call)
{
	const struct ocr_question q = {call, ocr_mapped_shown(n->guid), &m->op,
				       &m->wait};
	struct ocr_answer a;
	int err;

	if (n->owner == t->rt->self &&
	    ocr_stream_is_clear(&t->now->stream, n->owner, &m->op))
		return ocr_stream_submit(&t->now->stream, n->owner, &m->op);
	err = ocr_ask_question(t, n->owner, &q, &a);
	return err && !m->wait ? refuse(t, n, (const void *)m->creation, err)
			       : err;
}

/* What follows is meant for the object that is created. */
static int
submit_block(struct ocr_edt *t, const struct ocr_new *n,
	     struct ocr_msg_create_labeled *m, uint32_t skip)
{
	m->wait = ocr_label_wait(t->rt, &t->now->stream, skip);
	return m->wait ? ocr_stream_submit(&t->now->stream, n->owner, &m->op)
		       : refuse(t, n, (const void *)m->creation, -ENOMEM);
}

static const char *
call_of(const struct ocr_op *op)
{
	switch (op->type) {
	case OCR_MSG_CREATE_EDT:
		return "ocrEdtCreate";
	case OCR_MSG_CREATE_DB:
		return "ocrDbCreate";
	case OCR_MSG_CREATE_TEMPLATE:
		return "ocrEdtTemplateCreateLabeled";
	default:
		return "ocrEventCreate";
	}
}

int
ocr_api_create_label(struct ocr_edt *t, const struct ocr_new *n,
		     struct ocr_op *op, uint32_t skip)
{
	struct ocr_msg_create_labeled *m;
	size_t bytes = sizeof(*m) + op->len_bytes;
	bool blocks = n->how == GUID_PROP_BLOCK;
	int err;

	if (bytes > OCR_OP_MAX_BYTES)
		return refuse(t, n, op, -EINVAL);
	m = calloc(1, bytes);
	if (!m)
		return refuse(t, n, op, -ENOMEM);
	m->op.len_bytes = (uint32_t)bytes;
	m->op.type = OCR_MSG_CREATE_LABELED;
	m->label = n->guid;
	m->how = blocks ? OCR_LABEL_BLOCK : OCR_LABEL_CHECK;
	m->by = t->rt->self;
	memcpy(m->creation, op, op->len_bytes);
	err = blocks ? submit_block(t, n, m, skip)
		     : submit_check(t, n, m, call_of(op));
	free(m);
	return err;
}
