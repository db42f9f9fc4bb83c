/* SPDX-License-Identifier: BSD-3-Clause */
/* mapped.c - an op finds out what its object is. */
#include "src/names/mapped.h"

#include "fabric/log.h"
#include "src/base/hint.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/names/map.h"
#include "src/names/names.h"
#include "src/names/waiter.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <string.h>

/* Every op that may come. */
union any {
	struct ocr_op op;
	struct ocr_msg_destroy destroy;
	struct ocr_msg_satisfy satisfy;
	struct ocr_msg_satisfy_edt satisfy_edt;
	struct ocr_msg_add_dep add_dep;
	struct ocr_msg_set_hint set_hint;
	struct ocr_msg_await await;
};

static ocrGuid_t
object_of(const struct ocr_op *op)
{
	return ((const struct ocr_msg_destroy *)(const void *)op)->guid;
}

static bool
is_event(ocrGuid_t g)
{
	return ocr_guid_is_single_event(g);
}

static int
settle_satisfy(union any *c, ocrGuid_t g)
{
	const struct ocr_msg_satisfy_edt m = c->satisfy_edt;

	if (ocr_guid_kind(g) == OCR_GUID_EDT) {
		/* ocrEventSatisfy() on a task. */
		if (c->op.type != OCR_MSG_SATISFY_EDT)
			return -EINVAL;
		c->satisfy_edt.edt = g;
		return 0;
	}
	if (!is_event(g))
		return -EINVAL;
	c->satisfy = (struct ocr_msg_satisfy){
		.op = OCR_OP(OCR_MSG_SATISFY, struct ocr_msg_satisfy),
		.event = g,
		.data = ocr_guid_carries(g) ? m.data : NULL_GUID,
		.slot = m.slot,
	};
	return 0;
}

/* The element is a block: it satisfies its dependence at once. */
static void
satisfy_with(struct ocr_runtime *rt, const struct ocr_msg_add_dep *m,
	     ocrGuid_t db)
{
	struct ocr_waiter w = ocr_waiter_of(m->dest, m->slot, m->mode);

	ocr_waiter_tell(rt, &w, db);
}

/* Writes to *c what op is for the object g, of a known kind.  0: to be done;
 * 1: it has been done; or -errno. */
static int
settle(struct ocr_runtime *rt, const struct ocr_op *op, ocrGuid_t g,
       union any *c)
{
	if (op->len_bytes > sizeof(*c))
		return -EINVAL;
	memcpy(c, op, op->len_bytes);
	switch (op->type) {
	case OCR_MSG_SATISFY:
	case OCR_MSG_SATISFY_EDT:
		return settle_satisfy(c, g);
	case OCR_MSG_ADD_DEP:
		if (!ocr_names_is_dest(rt, c->add_dep.dest))
			return -EINVAL;
		if (ocr_guid_kind(g) == OCR_GUID_DB) {
			satisfy_with(rt, &c->add_dep, g);
			return 1;
		}
		c->add_dep.event = g;
		return is_event(g) ? 0 : -EINVAL;
	case OCR_MSG_DESTROY:
		c->destroy.guid = g;
		return 0;
	case OCR_MSG_SET_HINT:
		c->set_hint.guid = g;
		return c->set_hint.hint.type == ocr_hint_type(ocr_guid_kind(g))
			       ? 0
			       : -EINVAL;
	default:
		return -EINVAL;
	}
}

int
ocr_mapped_handle(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	ocrGuid_t g = object_of(op);
	union any c;
	void *obj;
	int err;

	switch (ocr_map_find_or_park(rt, g, from, op, &obj)) {
	case OCR_SLOT_LIVE:
		if (ocr_labels_name(rt->labels, &g))
			return -ENOENT;
		err = settle(rt, op, g, &c);
		return err < 0 ? err
		       : err   ? 0
			       : ocr_dispatch_run(rt, from, &c.op);
	case OCR_SLOT_PARKED:
		OCR_OBSERVE(rt, park);
		return 0;
	case OCR_SLOT_DEAD:
		return -ENOENT;
	case OCR_SLOT_FULL:
		return -ENOMEM;
	default:
		return -EINVAL;
	}
}

/* A parked op that is told its object. */
static void
apply_settled(void *ctx, void *obj, ocr_node_t from, const struct ocr_op *op)
{
	const struct ocr_birth *b = ctx;
	struct ocr_runtime *rt = b->rt;
	union any c;
	int err;

	if (op->type == OCR_MSG_ASK) {
		ocr_emit(rt, rt->self, op);
		return;
	}
	if (!ocr_msg_is_mapped(op)) {
		if (ocr_guid_eq(object_of(op), b->g))
			ocr_names_apply_own(b, obj, from, op);
		else
			ocr_names_refuse(rt, from, op, -EINVAL);
		return;
	}
	err = settle(rt, op, b->g, &c);
	if (!err) {
		ocr_names_apply_own(b, obj, from, &c.op);
	} else if (err < 0) {
		ocr_names_refuse(rt, from, op, err);
	} else {
		OCR_OBSERVE(rt, begin, OCR_PARKED, rt->self, from, op);
		OCR_OBSERVE(rt, end);
	}
}

int
ocr_mapped_publish(struct ocr_birth *b, void *obj)
{
	return ocr_labels_publish(b->rt->labels, b->g, obj, apply_settled, b);
}
