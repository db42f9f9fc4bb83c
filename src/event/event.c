/* SPDX-License-Identifier: BSD-3-Clause */
/* event.c - what is done to events, from the call of a task to that of each
 * slot that is satisfied.  Their life is in event_life.c, what they tell slots
 * of this node in event_deliver.c, what programs and people say of each kind in
 * event_kind.c.
 */
#include "src/event/event.h"

#include "fabric/seldom.h"
#include "src/base/observer.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/event/channel.h"
#include "src/event/event_body.h"
#include "src/event/events.h"
#include "src/event/orphans.h"
#include "src/names/guess.h"
#include "src/names/names.h"
#include "src/names/waiter.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"
#include "src/stream/dispatch.h"
#include "src/stream/rider.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What a fired event has to do, once its lock is free. */
struct firing {
	struct ocr_delivery first;
	uint32_t n;
	struct ocr_event_rest *rest; /* NULL: there are no others */
	bool gone;		     /* the event is */
};

static void
put_rest(struct ocr_runtime *rt, struct ocr_event_rest *rest)
{
	if (rest && rest->cap > OCR_EVENT_FEW)
		free(rest);
	else if (rest)
		ocr_pool_put(&rt->events->rests, &ocr_self->rests, rest);
}

static inline const struct ocr_waiter *
waiter_at(const struct firing *f, uint32_t i)
{
	return i ? &f->rest->waiters[i - 1] : &f->first.to;
}

/* What f says is told.  `now`: those of this node hear of it next, by
 * tell_ours(), and an observer sees that they will. */
static inline __attribute__((always_inline)) void
tell_each(struct ocr_runtime *rt, const struct firing *f, bool now)
{
	const struct ocr_waiter *w;

	if (f->n > 1) /* they leave together */
		ocr_self->parting = false;
	for (uint32_t i = 0; i < f->n; i++) {
		w = waiter_at(f, i);
		if (!now || ocr_owner_of(rt, w->dest) != rt->self)
			ocr_event_tell(rt, w, f->first.data);
		else if (__builtin_expect(rt->observer != NULL, 0))
			ocr_event_show_kept(
				rt, &(struct ocr_delivery){*w, f->first.data});
	}
}

static __attribute__((noinline)) void
tell_all(struct ocr_runtime *rt, const struct firing *f)
{
	tell_each(rt, f, false);
}

static __attribute__((noinline)) void
tell_others(struct ocr_runtime *rt, const struct firing *f)
{
	tell_each(rt, f, true);
}

/* From where they are; then f has done all. */
static __attribute__((noinline)) void
tell_ours(struct ocr_runtime *rt, const struct firing *f)
{
	struct ocr_delivery d = f->first;

	for (uint32_t i = 0; i < f->n; i++) {
		d.to = *waiter_at(f, i);
		if (ocr_owner_of(rt, d.to.dest) == rt->self)
			ocr_event_deliver_to(rt, &d);
	}
	put_rest(rt, f->rest);
}

static inline void
take_waiters_locked(struct event *ev, struct firing *f)
{
	f->n = ev->n_waiters;
	f->rest = NULL;
	if (!f->n)
		return;
	f->first.to = ev->first;
	if (f->n > 1)
		f->rest = ev->rest;
	ev->n_waiters = 0;
}

/* Is there one to tell, and of this node? */
static inline bool
is_only(struct ocr_runtime *rt, uint32_t n, const struct ocr_delivery *d)
{
	return n == 1 && ocr_owner_of(rt, d->to.dest) == rt->self;
}

/* `last`: the op does nothing behind it. */
static inline void
fire_channel(struct ocr_runtime *rt, struct ocr_generation *out, bool last)
{
	if (last && is_only(rt, out->n, out->near) && ocr_direct_is_last(rt))
		ocr_event_deliver_to(rt, out->near);
	else
		ocr_channel_fire(rt, out);
}

/* A satisfaction with `data`, or a dependence: `w` is not NULL. */
static inline __attribute__((always_inline)) int
feed_channel(struct ocr_runtime *rt, struct event *ev, ocrGuid_t g,
	     ocrGuid_t data, const struct ocr_waiter *w, bool last)
{
	struct ocr_generation out;
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
		fire_channel(rt, &out, last);
	else if (OCR_SELDOM(r == -ENOSPC))
		ocr_event_say_full(rt, g, max_gen,
				   w ? "dependences" : "satisfactions");
	return r < 0 ? r : 0;
}

static __attribute__((noinline)) int
satisfy_channel(struct ocr_runtime *rt, struct event *ev, ocrGuid_t g,
		ocrGuid_t data, bool last)
{
	return feed_channel(rt, ev, g, data, NULL, last);
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
static inline __attribute__((always_inline)) void
take_and_unlock(struct event *ev, ocrGuid_t g, ocrGuid_t data, struct firing *f)
{
	take_waiters_locked(ev, f);
	f->first.data = ocr_guid_carries(g) ? data : NULL_GUID;
	ev->fired = true;
	ev->data = f->first.data;
	f->gone = is_spent_locked(ev, ocr_guid_kind(g));
	if (f->gone)
		ocr_guid_cell_clear(&ev->name);
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
}

/* The event, which is g, is satisfied with `data`; of no channel.  1: what has
 * fired is in f; 0: nothing has; or -errno. */
static inline __attribute__((always_inline)) int
trigger(struct event *ev, ocrGuid_t g, ocrGuid_t data, uint32_t slot,
	struct firing *f)
{
	int r;

	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	r = ocr_event_is(ev, g) ? trigger_locked(ev, ocr_guid_kind(g), slot)
				: -ENOENT;
	if (r == 1)
		take_and_unlock(ev, g, data, f);
	else
		ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	return r;
}

/* Whoever waits comes first, then the event goes, if it is gone; but a label is
 * free before anybody hears of it.  `now`: as tell_each(). */
static inline __attribute__((always_inline)) void
fire(struct ocr_runtime *rt, struct event *ev, ocrGuid_t g,
     const struct firing *f, bool tells, bool now)
{
	if (f->gone && ocr_label_is(g))
		ocr_event_retire(rt, ev, g);
	if (tells && now)
		tell_others(rt, f);
	else if (tells)
		tell_all(rt, f);
	if (f->gone && !ocr_label_is(g))
		ocr_event_retire(rt, ev, g);
}

int
ocr_event_satisfy_at(struct ocr_runtime *rt, void *event, ocrGuid_t g,
		     ocrGuid_t data, uint32_t slot, bool last)
{
	struct event *ev = event;
	struct firing f;
	bool only;
	int r;

	if (ocr_event_is_channel(g))
		return slot ? -EINVAL : satisfy_channel(rt, ev, g, data, last);
	r = trigger(ev, g, data, slot, &f);
	if (r != 1)
		return r;
	/* Who waits for a label that gets free comes first. */
	only = last && !ocr_label_is(g) && is_only(rt, f.n, &f.first) &&
	       ocr_direct_is_last(rt);
	fire(rt, ev, g, &f, f.n && !only, false);
	if (only)
		ocr_event_deliver_to(rt, &f.first);
	else
		put_rest(rt, f.rest);
	return 0;
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

/* One behind the first. */
static __attribute__((noinline)) int
append_more(struct ocr_runtime *rt, struct event *ev,
	    const struct ocr_waiter *w)
{
	uint32_t n = ev->n_waiters;
	struct ocr_event_rest *rest = n > 1 ? ev->rest : NULL;

	if (!rest || n - 1 == rest->cap)
		rest = make_room(rt, rest);
	if (!rest)
		return -ENOMEM;
	rest->waiters[n - 1] = *w;
	ev->rest = rest;
	ev->n_waiters = n + 1;
	return 0;
}

static inline int
append_locked(struct ocr_runtime *rt, struct event *ev,
	      const struct ocr_waiter *w)
{
	if (ev->n_waiters)
		return append_more(rt, ev, w);
	ev->first = *w;
	ev->n_waiters = 1;
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

/* What a new waiter is told at once. */
struct late {
	ocrGuid_t data;
	bool gone; /* it was the last that the event has waited for */
};

/* Of no channel: as wait_locked(). */
static inline __attribute__((always_inline)) int
depend(struct ocr_runtime *rt, struct event *ev, ocrGuid_t g,
       const struct ocr_waiter *w, struct late *l)
{
	int r;

	*l = (struct late){NULL_GUID, false};
	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	r = ocr_event_is(ev, g) ? wait_locked(rt, ev, ocr_guid_kind(g), w)
				: -ENOENT;
	if (r == 1) {
		l->data = ev->data;
		l->gone = is_spent_locked(ev, ocr_guid_kind(g));
		if (l->gone)
			ocr_guid_cell_clear(&ev->name);
	}
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	return r;
}

static void
tell_late(struct ocr_runtime *rt, struct event *ev, ocrGuid_t g,
	  const struct ocr_waiter *w, const struct late *l)
{
	if (l->gone)
		ocr_event_retire(rt, ev, g);
	ocr_event_tell(rt, w, l->data);
}

int
ocr_event_add_dep_at(struct ocr_runtime *rt, void *event, ocrGuid_t g,
		     const struct ocr_waiter *w)
{
	struct event *ev = event;
	struct late l;
	int r;

	if (ocr_event_is_channel(g))
		return feed_channel(rt, ev, g, NULL_GUID, w, false);
	r = depend(rt, ev, g, w, &l);
	if (r == 1)
		tell_late(rt, ev, g, w, &l);
	return r < 0 ? r : 0;
}

/* Those in f wait in vain for g. */
static __attribute__((noinline)) void
note_waiters(struct ocr_runtime *rt, ocrGuid_t g, struct firing *f)
{
	struct ocr_waiter w;

	for (uint32_t i = 0; i < f->n; i++) {
		w = ocr_waiter_known(rt, waiter_at(f, i));
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

/* As ocr_event_satisfy_at() and leave(), of no channel, where what follows
 * comes next: those of this node are told where they wait, and nothing is kept.
 */
static inline __attribute__((always_inline)) int
satisfy_now(struct ocr_stream *s, struct event *ev, ocrGuid_t g, ocrGuid_t data,
	    uint32_t slot)
{
	struct ocr_runtime *rt = s->rt;
	bool only = false;
	struct firing f;
	int r;

	OCR_DIRECT_BEGIN(s, &SATISFY(g, data, slot).op);
	f.n = 0;
	r = trigger(ev, g, data, slot, &f);
	if (r == 1) {
		only = is_only(rt, f.n, &f.first) && !rt->observer;
		fire(rt, ev, g, &f, f.n && !only, true);
	}
	OCR_OBSERVE(rt, end);
	if (only)
		ocr_event_deliver_to(rt, &f.first);
	else if (f.n)
		tell_ours(rt, &f);
	ocr_self->depth--;
	if (ocr_self->follows)
		ocr_run_delayed(rt);
	return r < 0 ? r : 0;
}

/* As ocr_names_direct(). */
static inline struct event *
direct(struct ocr_stream *s, ocrGuid_t g)
{
	struct event *ev = ocr_names_guess_direct(s, g);

	return ev && ocr_event_is(ev, g) ? ev : NULL;
}

int
ocr_event_satisfy(struct ocr_stream *s, ocrGuid_t g, ocrGuid_t data,
		  uint32_t slot)
{
	void *ev = direct(s, g);
	int err;

	if (__builtin_expect(!ev, 0))
		return satisfy_by_message(s, g, data, slot);
	if (ocr_direct_is_next(s->rt) && !ocr_event_is_channel(g))
		return satisfy_now(s, ev, g, data, slot);
	OCR_DIRECT_BEGIN(s, &SATISFY(g, data, slot).op);
	err = ocr_event_satisfy_at(s->rt, ev, g, data, slot, true);
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

static __attribute__((noinline)) int
follow_channel(struct ocr_stream *s, void *ev, ocrGuid_t g,
	       const struct ocr_waiter *w)
{
	int err;

	OCR_DIRECT_BEGIN(s, &ADD_DEP(g, w).op);
	err = feed_channel(s->rt, ev, g, NULL_GUID, w, true);
	if (__builtin_expect(err == -ENOENT, 0))
		ocr_event_missed(s->rt, g, w);
	leave(s->rt);
	return err;
}

/* Nothing follows from it as long as the event has not fired: no op begins, but
 * for an observer. */
static inline __attribute__((always_inline)) int
follow(struct ocr_stream *s, void *ev, ocrGuid_t g, const struct ocr_waiter *w)
{
	struct ocr_runtime *rt = s->rt;
	struct late l;
	int r;

	if (__builtin_expect(ocr_event_is_channel(g), 0))
		return follow_channel(s, ev, g, w);
	if (__builtin_expect(rt->observer != NULL, 0))
		ocr_direct_show(s, &ADD_DEP(g, w).op);
	r = depend(rt, ev, g, w, &l);
	if (__builtin_expect(!(r | (rt->observer != NULL)), 1))
		return 0;
	ocr_self->depth++;
	if (r == 1)
		tell_late(rt, ev, g, w, &l);
	else if (r == -ENOENT)
		ocr_event_missed(rt, g, w);
	leave(rt);
	return r < 0 ? r : 0;
}

int
ocr_event_add_dep(struct ocr_stream *s, ocrGuid_t g, const struct ocr_waiter *w)
{
	void *ev;

	if (ocr_rider_waits(s, g, w))
		return 0;
	ev = direct(s, g);
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
