/* SPDX-License-Identifier: BSD-3-Clause */
/* event_ops.c - the two ways to an event: a call, and a message. */
#include "src/event/event.h"

#include "src/names/names.h"
#include "src/names/waiter.h"
#include "src/stream/direct.h"
#include "src/stream/dispatch.h"

#include <errno.h>

/* -- Of a task ------------------------------------------------------------- */

int
ocr_event_new(struct ocr_stream *s, struct ocr_msg_create_event *m)
{
	int err;

	if (!ocr_direct_ok(s))
		return ocr_stream_submit(s, s->rt->self, &m->op);
	OCR_DIRECT_BEGIN(s, &m->op);
	err = ocr_event_make(s->rt, m);
	ocr_direct_end(s->rt);
	return err;
}

/* What follows from the op is done next. */
static inline void
leave(struct ocr_runtime *rt)
{
	if (!ocr_direct_leave(rt))
		return;
	ocr_event_deliver(rt);
	ocr_run_delayed(rt);
}

#define SATISFY(g_, data_, slot_)                                              \
	(struct ocr_msg_satisfy)                                               \
	{                                                                      \
		.op = OCR_OP(OCR_MSG_SATISFY, struct ocr_msg_satisfy),         \
		.event = (g_), .data = (data_), .slot = (slot_),               \
	}

int
ocr_event_satisfy(struct ocr_stream *s, ocrGuid_t g, ocrGuid_t data,
		  uint32_t slot)
{
	void *ev = ocr_names_direct(s, g);
	int err;

	if (!ev)
		return ocr_stream_submit(s, ocr_owner_of(s->rt, g),
					 &SATISFY(g, data, slot).op);
	OCR_DIRECT_BEGIN(s, &SATISFY(g, data, slot).op);
	err = ocr_event_satisfy_at(s->rt, ev, g, data, slot);
	leave(s->rt);
	return err;
}

#define ADD_DEP(g_, w_)                                                        \
	(struct ocr_msg_add_dep)                                               \
	{                                                                      \
		.op = OCR_OP(OCR_MSG_ADD_DEP, struct ocr_msg_add_dep),         \
		.event = (g_), .dest = (w_)->dest, .slot = (w_)->slot,         \
		.mode = (w_)->mode,                                            \
	}

int
ocr_event_add_dep(struct ocr_stream *s, ocrGuid_t g, const struct ocr_waiter *w)
{
	void *ev = ocr_names_direct(s, g);
	int err;

	if (!ev)
		return ocr_stream_submit(s, ocr_owner_of(s->rt, g),
					 &ADD_DEP(g, w).op);
	OCR_DIRECT_BEGIN(s, &ADD_DEP(g, w).op);
	err = ocr_event_add_dep_at(s->rt, ev, g, w);
	if (__builtin_expect(err == -ENOENT, 0))
		ocr_event_missed(s->rt, g, w);
	leave(s->rt);
	return err;
}

#define DESTROY(g_)                                                            \
	(struct ocr_msg_destroy)                                               \
	{                                                                      \
		.op = OCR_OP(OCR_MSG_DESTROY, struct ocr_msg_destroy),         \
		.guid = (g_),                                                  \
	}

int
ocr_event_destroy(struct ocr_stream *s, ocrGuid_t g)
{
	void *ev = ocr_names_direct(s, g);
	int err;

	if (!ev)
		return ocr_stream_submit(s, ocr_owner_of(s->rt, g),
					 &DESTROY(g).op);
	OCR_DIRECT_BEGIN(s, &DESTROY(g).op);
	err = ocr_event_destroy_at(s->rt, ev, g);
	ocr_direct_end(s->rt);
	return err;
}

/* -- Of another event ------------------------------------------------------ */

static void
show_kept(struct ocr_runtime *rt, const struct ocr_delivery *d)
{
	union ocr_waiter_op m;

	OCR_OBSERVE(rt, emit, rt->self, rt->self,
		    ocr_waiter_op(&d->to, d->data, &m));
}

void
ocr_event_tell(struct ocr_runtime *rt, const struct ocr_waiter *w,
	       ocrGuid_t data)
{
	if (ocr_owner_of(rt, w->dest) != rt->self || !ocr_direct_follows(rt) ||
	    !ocr_deliveries_push(&ocr_self->fired, w, data)) {
		ocr_waiter_tell(rt, w, data);
		return;
	}
	ocr_self->follows = true;
	if (__builtin_expect(rt->observer != NULL, 0))
		show_kept(rt, &(struct ocr_delivery){*w, data});
	if (!ocr_self->depth)
		ocr_run_delayed(rt);
}

/* As ocr_dispatch_delayed() would: the object of its slot is `obj`. */
static int
deliver_to(struct ocr_runtime *rt, void *obj, const struct ocr_delivery *d)
{
	if (ocr_guid_kind(d->to.dest) == OCR_GUID_EDT)
		return rt->hooks->feed(obj, d);
	return ocr_event_satisfy_at(rt, obj, d->to.dest, d->data, d->to.slot);
}

static void
deliver(struct ocr_runtime *rt, const struct ocr_delivery *d)
{
	union ocr_waiter_op m;
	const struct ocr_op *op;
	void *obj;
	int err;

	if (ocr_label_is(d->to.dest) ||
	    ocr_guidmap_find(rt->guids, d->to.dest, &obj) != OCR_SLOT_LIVE) {
		op = ocr_waiter_op(&d->to, d->data, &m);
		ocr_dispatch_delayed(rt, op);
		return;
	}
	if (__builtin_expect(rt->observer != NULL, 0))
		OCR_OBSERVE(rt, begin, OCR_FROM_QUEUE, rt->self, rt->self,
			    ocr_waiter_op(&d->to, d->data, &m));
	err = deliver_to(rt, obj, d);
	OCR_OBSERVE(rt, end);
	if (__builtin_expect(err, 0))
		ocr_dispatch_report(rt, rt->self,
				    ocr_waiter_op(&d->to, d->data, &m), err);
}

void
ocr_event_deliver(struct ocr_runtime *rt)
{
	struct ocr_worker *w = ocr_self;
	struct ocr_delivery d;

	w->depth++;
	while (!ocr_deliveries_is_empty(&w->fired)) {
		d = ocr_deliveries_pop(&w->fired);
		deliver(rt, &d);
	}
	w->depth--;
}

/* -- Of a message ---------------------------------------------------------- */

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
	if (!ocr_guid_is_single_event(g)) {
		*err = -EINVAL;
		return NULL;
	}
	return ocr_object_of(rt, g, from, op, err);
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
	return ev ? ocr_event_satisfy_by(rt, ev, m) : err;
}

int
ocr_event_on_add_dep(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_add_dep *m = (const void *)op;
	struct ocr_waiter w = {m->dest, m->slot, m->mode};
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
