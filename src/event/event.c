/* SPDX-License-Identifier: BSD-3-Clause */
/* event.c - what is done to events, from the call of a task to that of each
 * slot that is satisfied.  Their life is in event_life.c, what programs and
 * people say of each kind in event_kind.c.
 */
#include "src/event/event.h"

#include "fabric/log.h"
#include "src/base/hooks.h"
#include "src/base/observer.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/event/channel.h"
#include "src/event/event_body.h"
#include "src/event/events.h"
#include "src/event/orphans.h"
#include "src/names/names.h"
#include "src/names/waiter.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What a fired event has to do, once its lock is free. */
struct firing {
	ocrGuid_t data;
	uint32_t n;
	struct ocr_waiter first;
	struct ocr_event_rest *rest; /* NULL: there are no others */
};

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

static void
put_rest(struct ocr_runtime *rt, struct ocr_event_rest *rest)
{
	if (rest && rest->cap > OCR_EVENT_FEW)
		free(rest);
	else if (rest)
		ocr_pool_put(&rt->events->rests, &ocr_self->rests, rest);
}

static void
fire(struct ocr_runtime *rt, struct firing *f)
{
	if (f->n > 1) /* they leave together */
		ocr_self->parting = false;
	if (f->n)
		ocr_event_tell(rt, &f->first, f->data);
	for (uint32_t i = 1; i < f->n; i++)
		ocr_event_tell(rt, &f->rest->waiters[i - 1], f->data);
	put_rest(rt, f->rest);
}

static inline void
take_waiters_locked(struct event *ev, struct firing *f)
{
	f->n = ev->n_waiters;
	f->rest = NULL;
	if (!f->n)
		return;
	f->first = ev->first;
	if (f->n > 1)
		f->rest = ev->rest;
	ev->n_waiters = 0;
}

/* A satisfaction with `data`, or a dependence: `w` is not NULL. */
static int
feed_channel(struct ocr_runtime *rt, struct event *ev, ocrGuid_t g,
	     ocrGuid_t data, const struct ocr_waiter *w)
{
	struct ocr_generation out;
	char text[OCR_GUID_TEXT];
	uint32_t max_gen = 0;
	int r = -ENOENT;

	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	if (ocr_event_is(ev, g)) {
		r = w ? ocr_channel_add(ev->channel, w, &out)
		      : ocr_channel_satisfy(ev->channel, data, &out);
		max_gen = ocr_channel_params(ev->channel)->max_gen;
	}
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	if (r == 1)
		ocr_channel_fire(rt, &out);
	if (r == -ENOSPC)
		ocr_log_error(rt->self,
			      "%s is full: it can hold back %u generations of "
			      "%s (maxGen)",
			      ocr_guid_text(g, text), max_gen,
			      w ? "dependences" : "satisfactions");
	return r < 0 ? r : 0;
}

/* Is an event of kind k gone that has fired? */
static inline bool
is_spent_locked(const struct event *ev, enum ocr_guid_kind k)
{
	return k == OCR_GUID_EVENT_ONCE || k == OCR_GUID_EVENT_LATCH ||
	       (k == OCR_GUID_EVENT_COUNTED && !ev->count);
}

/* Counts one satisfaction.  1: the event fires now; 0: not; or -errno. */
static inline int
trigger_locked(struct event *ev, enum ocr_guid_kind k, uint32_t slot)
{
	switch (k) {
	case OCR_GUID_EVENT_LATCH:
		if (slot > OCR_EVENT_LATCH_INCR_SLOT)
			return -EINVAL;
		ev->count += slot == OCR_EVENT_LATCH_INCR_SLOT ? 1 : -1;
		return !ev->count;
	case OCR_GUID_EVENT_IDEM:
		return slot ? -EINVAL : !ev->fired;
	case OCR_GUID_EVENT_STICKY:
	case OCR_GUID_EVENT_COUNTED:
		if (ev->fired)
			return -EPERM;
		/* fallthrough */
	default:
		return slot ? -EINVAL : 1;
	}
}

/* The event, which is g, fires; its lock is released. */
static __attribute__((noinline)) void
fire_and_unlock(struct ocr_runtime *rt, struct event *ev, ocrGuid_t g,
		ocrGuid_t data)
{
	struct firing f;
	bool gone;

	take_waiters_locked(ev, &f);
	f.data = ocr_guid_carries(g) ? data : NULL_GUID;
	ev->fired = true;
	ev->data = f.data;
	gone = is_spent_locked(ev, ocr_guid_kind(g));
	if (gone)
		ocr_guid_cell_clear(&ev->name);
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	/* A label is free before anybody hears of it; else whoever waits comes
	 * first. */
	if (gone && ocr_label_is(g))
		ocr_event_retire(rt, ev, g);
	fire(rt, &f);
	if (gone && !ocr_label_is(g))
		ocr_event_retire(rt, ev, g);
}

static inline __attribute__((always_inline)) int
satisfy_at(struct ocr_runtime *rt, struct event *ev, ocrGuid_t g,
	   ocrGuid_t data, uint32_t slot)
{
	int r;

	if (ocr_event_is_channel(g))
		return slot ? -EINVAL : feed_channel(rt, ev, g, data, NULL);
	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	r = ocr_event_is(ev, g) ? trigger_locked(ev, ocr_guid_kind(g), slot)
				: -ENOENT;
	if (r == 1) {
		fire_and_unlock(rt, ev, g, data);
		return 0;
	}
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	return r;
}

int
ocr_event_satisfy_at(struct ocr_runtime *rt, void *event, ocrGuid_t g,
		     ocrGuid_t data, uint32_t slot)
{
	return satisfy_at(rt, event, g, data, slot);
}

/* Room for one more behind those in `rest`, which are as many as it has room
 * for, or NULL.  NULL: no memory. */
static struct ocr_event_rest *
make_room(struct ocr_runtime *rt, struct ocr_event_rest *rest)
{
	uint32_t cap = rest ? 2 * rest->cap : OCR_EVENT_FEW;
	size_t bytes = sizeof(*rest) + cap * sizeof(struct ocr_waiter);
	struct ocr_event_rest *more;

	if (!rest)
		more = ocr_pool_get(&rt->events->rests, &ocr_self->rests);
	else
		more = realloc(rest->cap > OCR_EVENT_FEW ? rest : NULL, bytes);
	if (!more)
		return NULL;
	if (cap == 2 * OCR_EVENT_FEW) {
		memcpy(more->waiters, rest->waiters,
		       sizeof(*rest->waiters) * OCR_EVENT_FEW);
		put_rest(rt, rest);
	}
	more->cap = cap;
	return more;
}

static int
append_locked(struct ocr_runtime *rt, struct event *ev,
	      const struct ocr_waiter *w)
{
	uint32_t n = ev->n_waiters;
	struct ocr_event_rest *rest = n > 1 ? ev->rest : NULL;

	if (!n) {
		ev->first = *w;
	} else {
		if (!rest || n - 1 == rest->cap)
			rest = make_room(rt, rest);
		if (!rest)
			return -ENOMEM;
		rest->waiters[n - 1] = *w;
		ev->rest = rest;
	}
	ev->n_waiters = n + 1;
	return 0;
}

/* One waiter more.  1: the event has fired, and satisfies it now. */
static int
wait_locked(struct ocr_runtime *rt, struct event *ev, enum ocr_guid_kind k,
	    const struct ocr_waiter *w)
{
	bool counted = k == OCR_GUID_EVENT_COUNTED;
	int err;

	if (counted && !ev->count)
		return -EPERM;
	err = ev->fired ? 0 : append_locked(rt, ev, w);
	if (err)
		return err;
	ev->count -= counted;
	return ev->fired;
}

int
ocr_event_add_dep_at(struct ocr_runtime *rt, void *event, ocrGuid_t g,
		     const struct ocr_waiter *w)
{
	struct event *ev = event;
	ocrGuid_t data = NULL_GUID;
	bool gone = false;
	int r;

	if (ocr_event_is_channel(g))
		return feed_channel(rt, ev, g, NULL_GUID, w);
	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	r = ocr_event_is(ev, g) ? wait_locked(rt, ev, ocr_guid_kind(g), w)
				: -ENOENT;
	if (r == 1) {
		data = ev->data;
		gone = is_spent_locked(ev, ocr_guid_kind(g));
		if (gone)
			ocr_guid_cell_clear(&ev->name);
	}
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	if (r < 1)
		return r;
	if (gone)
		ocr_event_retire(rt, ev, g);
	ocr_event_tell(rt, w, data);
	return 0;
}

/* Those in f wait in vain for g. */
static __attribute__((noinline)) void
note_waiters(struct ocr_runtime *rt, ocrGuid_t g, struct firing *f)
{
	struct ocr_waiter w;

	for (uint32_t i = 0; i < f->n; i++) {
		w = ocr_waiter_known(rt,
				     i ? &f->rest->waiters[i - 1] : &f->first);
		ocr_orphan_note(&rt->events->orphans, g, &w,
				OCR_FATE_DESTROYED);
	}
	put_rest(rt, f->rest);
}

static __attribute__((noinline)) void
destroy_channel(struct ocr_runtime *rt, ocrGuid_t g,
		struct ocr_channel *channel)
{
	struct ocr_waiter w;

	for (uint32_t i = 0; ocr_channel_waiter(channel, i, &w); i++)
		ocr_orphan_note(&rt->events->orphans, g, &w,
				OCR_FATE_DESTROYED);
	ocr_channel_destroy(channel);
}

int
ocr_event_destroy_at(struct ocr_runtime *rt, void *event, ocrGuid_t g)
{
	struct ocr_channel *channel = NULL;
	struct event *ev = event;
	struct firing f;

	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	if (!ocr_event_is(ev, g)) {
		ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
		return -ENOENT;
	}
	take_waiters_locked(ev, &f);
	if (ocr_event_is_channel(g))
		channel = ev->channel;
	ocr_guid_cell_clear(&ev->name);
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	if (f.n)
		note_waiters(rt, g, &f);
	if (channel)
		destroy_channel(rt, g, channel);
	ocr_event_retire(rt, ev, g);
	return 0;
}

/* -- What has fired -------------------------------------------------------- */

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
	void *obj = ocr_waiter_task(&d->to);
	union ocr_waiter_op m;
	const struct ocr_op *op;
	int err;

	if (!obj &&
	    (ocr_label_is(d->to.dest) ||
	     ocr_guidmap_find(rt->guids, d->to.dest, &obj) != OCR_SLOT_LIVE)) {
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
	struct ocr_kept k;

	w->depth++;
	while (!ocr_deliveries_is_empty(&w->fired)) {
		k = *ocr_deliveries_pop(&w->fired);
		if (k.task)
			rt->hooks->step(rt, k.task, &k.step);
		else
			deliver(rt, &k.slot);
	}
	w->depth--;
}

/* -- Of a task ------------------------------------------------------------- */

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

static __attribute__((noinline)) int
satisfy_by_message(struct ocr_stream *s, ocrGuid_t g, ocrGuid_t data,
		   uint32_t slot)
{
	return ocr_stream_submit(s, ocr_owner_of(s->rt, g),
				 &SATISFY(g, data, slot).op);
}

int
ocr_event_satisfy(struct ocr_stream *s, ocrGuid_t g, ocrGuid_t data,
		  uint32_t slot)
{
	void *ev = ocr_names_direct(s, g);
	int err;

	if (__builtin_expect(!ev, 0))
		return satisfy_by_message(s, g, data, slot);
	OCR_DIRECT_BEGIN(s, &SATISFY(g, data, slot).op);
	err = satisfy_at(s->rt, ev, g, data, slot);
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

static inline __attribute__((always_inline)) int
follow(struct ocr_stream *s, void *ev, ocrGuid_t g, const struct ocr_waiter *w)
{
	int err;

	OCR_DIRECT_BEGIN(s, &ADD_DEP(g, w).op);
	err = ocr_event_add_dep_at(s->rt, ev, g, w);
	if (__builtin_expect(err == -ENOENT, 0))
		ocr_event_missed(s->rt, g, w);
	leave(s->rt);
	return err;
}

int
ocr_event_add_dep(struct ocr_stream *s, ocrGuid_t g, const struct ocr_waiter *w)
{
	void *ev = ocr_names_direct(s, g);

	return ev ? follow(s, ev, g, w)
		  : ocr_stream_submit(s, ocr_owner_of(s->rt, g),
				      &ADD_DEP(g, w).op);
}

int
ocr_event_follow(struct ocr_stream *s, void *ev, ocrGuid_t g,
		 const struct ocr_waiter *w)
{
	return follow(s, ev, g, w);
}

int
ocr_event_destroy(struct ocr_stream *s, ocrGuid_t g)
{
	void *ev = ocr_names_direct(s, g);
	int err;

	if (!ev)
		return ocr_stream_submit(s, ocr_owner_of(s->rt, g),
					 &OCR_DESTROY(g).op);
	OCR_DIRECT_BEGIN(s, &OCR_DESTROY(g).op);
	err = ocr_event_destroy_at(s->rt, ev, g);
	leave(s->rt);
	return err;
}
