/* SPDX-License-Identifier: BSD-3-Clause */
/* event_deliver.c - what an event tells a slot of its node is a call.
 *
 * It is kept in the worker until the op that fired the event is done
 * (doc/change/PROTOCOL.md, 4.16), or told at once where that comes next.
 */
#include "src/event/event.h"

#include "fabric/seldom.h"
#include "src/base/hooks.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/names/guess.h"
#include "src/names/names.h"
#include "src/names/waiter.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"
#include "src/stream/dispatch.h"

#include <stdbool.h>

void
ocr_event_show_kept(struct ocr_runtime *rt, const struct ocr_delivery *d)
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
		ocr_event_show_kept(rt, &(struct ocr_delivery){*w, data});
	if (!ocr_self->depth)
		ocr_run_delayed(rt);
}

/* As ocr_dispatch_delayed() would: the object of its slot is `obj`. */
static int
deliver_to(struct ocr_runtime *rt, void *obj, const struct ocr_delivery *d)
{
	if (ocr_guid_kind(d->to.dest) == OCR_GUID_EDT)
		return rt->hooks->feed(obj, d);
	/* Never at once: a chain would nest. */
	return ocr_event_satisfy_at(rt, obj, d->to.dest, d->data, d->to.slot,
				    false);
}

static __attribute__((noinline)) void
deliver_by_message(struct ocr_runtime *rt, const struct ocr_delivery *d)
{
	union ocr_waiter_op m;

	ocr_dispatch_delayed(rt, ocr_waiter_op(&d->to, d->data, &m));
}

void
ocr_event_deliver_to(struct ocr_runtime *rt, const struct ocr_delivery *d)
{
	void *obj = ocr_waiter_task(&d->to);
	union ocr_waiter_op m;
	int err;

	if (!obj)
		obj = ocr_names_made(d->to.dest);
	if (!obj && !ocr_label_is(d->to.dest))
		obj = ocr_names_live(rt, d->to.dest);
	if (__builtin_expect(!obj, 0)) {
		deliver_by_message(rt, d);
		return;
	}
	if (OCR_SELDOM(rt->observer))
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
	struct ocr_kept k;

	w->depth++;
	while (!ocr_deliveries_is_empty(&w->fired)) {
		k = *ocr_deliveries_pop(&w->fired);
		if (k.task)
			rt->hooks->step(rt, k.task, &k.step);
		else
			ocr_event_deliver_to(rt, &k.slot);
	}
	w->depth--;
}
