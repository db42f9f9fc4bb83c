/* SPDX-License-Identifier: BSD-3-Clause */
/* event_ops.c - what messages ask of an event. */
#include "src/event/event.h"

#include "src/base/observer.h"
#include "src/event/event_body.h"
#include "src/names/guess.h"
#include "src/names/names.h"
#include "src/stream/dispatch.h"

#include <errno.h>

int
ocr_event_on_create(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_create_event *m = (const void *)op;

	(void)from;
	return ocr_event_is_possible(ocr_guid_kind(m->event), m)
		       ? ocr_event_make(rt, m)
		       : -EINVAL;
}

static void *
event_of(struct ocr_runtime *rt, ocrGuid_t g, ocr_node_t from,
	 const struct ocr_op *op, int *err)
{
	struct event *ev;

	if (!ocr_guid_is_single_event(g)) {
		*err = -EINVAL;
		return NULL;
	}
	ev = ocr_names_guess(rt, g);
	if (ev && ocr_event_is(ev, g)) {
		*err = 0;
		return ev;
	}
	return ocr_names_object_of(rt, g, from, op, err);
}

int
ocr_event_on_satisfy(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_satisfy *m = (const void *)op;
	void *ev;
	int err;

	if (!ocr_guid_is_null(m->data) &&
	    (ocr_guid_kind(m->data) != OCR_GUID_DB ||
	     ocr_owner_of(rt, m->data) >= rt->size))
		return -EINVAL;
	ev = event_of(rt, m->event, from, op, &err);
	return ev ? ocr_event_satisfy_at(rt, ev, m->event, m->data, m->slot,
					 true)
		  : err;
}

int
ocr_event_on_add_dep(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_add_dep *m = (const void *)op;
	struct ocr_waiter w = ocr_waiter_of(m->dest, m->slot, m->mode);
	void *ev;
	int err;

	if (!ocr_names_is_dest(rt, m->dest))
		return -EINVAL;
	ev = event_of(rt, m->event, from, op, &err);
	if (ev)
		err = ocr_event_add_dep_at(rt, ev, m->event, &w);
	if (err == -ENOENT)
		ocr_event_missed(rt, m->event, &w);
	return err;
}

int
ocr_event_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_destroy *m = (const void *)op;
	void *ev;
	int err;

	ev = event_of(rt, m->guid, from, op, &err);
	return ev ? ocr_event_destroy_at(rt, ev, m->guid) : err;
}

int
ocr_event_apply_parked(struct ocr_runtime *rt, void *obj, ocr_node_t from,
		       const struct ocr_op *op)
{
	const void *m = op;

	(void)from;
	switch (op->type) {
	case OCR_MSG_SATISFY:
		return ocr_event_satisfy_by(rt, obj, m);
	case OCR_MSG_ADD_DEP:
		return ocr_event_add_dep_by(rt, obj, m);
	case OCR_MSG_DESTROY:
		return ocr_event_destroy_at(
			rt, obj, ((const struct ocr_msg_destroy *)m)->guid);
	default:
		return -EINVAL;
	}
}
