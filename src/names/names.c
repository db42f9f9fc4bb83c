/* SPDX-License-Identifier: BSD-3-Clause */
/* names.c - an op that was parked meets its object, and it must be that one. */
#include "src/names/names.h"

#include "src/base/observer.h"
#include "src/stream/dispatch.h"

void
ocr_names_refuse(struct ocr_runtime *rt, ocr_node_t from,
		 const struct ocr_op *op, int err)
{
	OCR_OBSERVE(rt, begin, OCR_PARKED, rt->self, from, op);
	OCR_OBSERVE(rt, end);
	ocr_dispatch_report(rt, from, op, err);
	ocr_dispatch_lose(rt, from, op);
}

void
ocr_names_apply_own(const struct ocr_birth *b, void *obj, ocr_node_t from,
		    const struct ocr_op *op)
{
	struct ocr_runtime *rt = b->rt;
	int err;

	OCR_OBSERVE(rt, begin, OCR_PARKED, rt->self, from, op);
	err = b->apply(rt, obj, from, op);
	OCR_OBSERVE(rt, end);
	if (err)
		ocr_dispatch_report(rt, from, op, err);
}

void
ocr_names_apply(void *birth, void *obj, ocr_node_t from,
		const struct ocr_op *op)
{
	const struct ocr_msg_destroy *m = (const void *)op;
	const struct ocr_birth *b = birth;

	/* The counter, or the label, is that of the object; kind and flags may
	 * have been forged. */
	if (op->type == OCR_MSG_ASK)
		ocr_emit(b->rt, b->rt->self, op);
	else if (ocr_guid_eq(m->guid, b->g))
		ocr_names_apply_own(b, obj, from, op);
	else
		ocr_names_refuse(b->rt, from, op, -EINVAL);
}

int
ocr_names_publish_label(struct ocr_birth *b, void *obj)
{
	if (!ocr_names_is_ours(b->rt, b->g))
		return -EINVAL;
	if (ocr_guid_flags(b->g) & OCR_GUID_OF_MAP)
		return ocr_mapped_publish(b, obj);
	return ocr_labels_publish(b->rt->labels, b->g, obj, ocr_names_apply, b);
}

void *
ocr_names_object_or_park(struct ocr_runtime *rt, ocrGuid_t g, ocr_node_t from,
			 const struct ocr_op *op, int *err)
{
	void *obj = NULL;

	switch (ocr_names_find_or_park(rt, g, from, op, &obj)) {
	case OCR_SLOT_LIVE:
		return obj;
	case OCR_SLOT_PARKED:
		OCR_OBSERVE(rt, park);
		return NULL;
	case OCR_SLOT_DEAD:
		*err = -ENOENT;
		return NULL;
	case OCR_SLOT_FULL:
		*err = -ENOMEM;
		return NULL;
	default:
		*err = -EINVAL;
		return NULL;
	}
}

void *
ocr_names_live_any(struct ocr_runtime *rt, ocrGuid_t g)
{
	void *obj;

	return ocr_names_find(rt, g, &obj) == OCR_SLOT_LIVE ? obj : NULL;
}
