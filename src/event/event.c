/* SPDX-License-Identifier: BSD-3-Clause */
/* event.c - the life of events, and what is peculiar to each kind: what it is
 * created with, what makes it fire, what it lacks.
 *
 * The life of an event.  Its slot in the guidmap says whether it exists:
 *
 *   created --> fired --> destroyed
 *      |                     ^
 *      +---------------------+
 *
 *   created -> fired      satisfy     its trigger rule holds
 *   fired -> destroyed    satisfy     at once, for once and latch
 *                         add_dep     the last that a counted event expects
 *                         on_destroy  for idempotent and sticky
 *   created -> destroyed  on_destroy  its waiters are never satisfied
 *
 * fired: no waiters; a new one is satisfied at once.
 *
 * A channel event fires many times and stays as created until it is destroyed;
 * what it holds is in channel.c.
 */
#include "src/event/event.h"

#include "fabric/log.h"
#include "src/base/hooks.h"
#include "src/base/observer.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/event/channel.h"
#include "src/event/events.h"
#include "src/event/orphans.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INLINE_WAITERS 2

/* What people are told of: of a latch or counted event, and of a channel. */
enum { COUNT };
enum { SAT, DEPS, NB_SAT, NB_DEPS };

/* Where a latch may begin: so far that it never comes to the end. */
#define MAX_COUNT (INT64_C(1) << 62)

struct event {
	struct ocr_lock lock;
	/* Guarded by lock: */
	bool fired;
	ocrGuid_t guid; /* NULL_GUID: in the pool */
	ocrGuid_t data;
	union {
		/* latch: increments less decrements; counted: dependences that
		 * are still to come */
		int64_t count;
		struct ocr_channel *channel; /* of a channel event, its own */
	};
	uint32_t n_waiters, cap_waiters;
	struct ocr_waiter *waiters; /* near, or from malloc */
	struct ocr_waiter near[INLINE_WAITERS];
};

static bool
is_channel(ocrGuid_t g)
{
	return ocr_guid_kind(g) == OCR_GUID_EVENT_CHANNEL;
}

size_t
ocr_event_bytes(void)
{
	return sizeof(struct event);
}

/* What a fired event has to do, once its lock is free. */
struct firing {
	ocrGuid_t data;
	uint32_t n;
	struct ocr_waiter *waiters; /* near, or from malloc */
	struct ocr_waiter near[INLINE_WAITERS];
};

static void
fire(struct ocr_runtime *rt, struct firing *f)
{
	for (uint32_t i = 0; i < f->n; i++)
		ocr_event_tell(rt, &f->waiters[i], f->data);
	if (f->waiters != f->near)
		free(f->waiters);
}

static void
take_waiters_locked(struct event *ev, struct firing *f)
{
	f->n = ev->n_waiters;
	f->waiters = ev->waiters;
	if (ev->waiters == ev->near) {
		memcpy(f->near, ev->near, sizeof(f->near));
		f->waiters = f->near;
	}
	ev->waiters = ev->near;
	ev->n_waiters = 0;
	ev->cap_waiters = INLINE_WAITERS;
}

/* Unreachable first, then free: a thread that found the event before may
 * still lock it, and sees another GUID. */
static void
retire(struct ocr_runtime *rt, struct event *ev, ocrGuid_t g)
{
	long late = ocr_names_bury(rt, g, ev);
	char text[OCR_GUID_TEXT];

	if (late > 0)
		ocr_log_error(rt->self, "%ld operations came too late for %s",
			      late, ocr_guid_text(g, text));
	if (ocr_label_is(g) && ocr_guid_flags(g) & OCR_GUID_OUTPUT)
		rt->hooks->output_gone(rt, g);
	ocr_pool_put(&rt->events->pool, &ocr_self->events, ev);
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
	if (ocr_guid_eq(ev->guid, g)) {
		r = w ? ocr_channel_add(ev->channel, w, &out)
		      : ocr_channel_satisfy(ev->channel, data, &out);
		max_gen = ocr_channel_params(ev->channel)->max_gen;
	}
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	if (r == 1)
		ocr_generation_fire(rt, &out);
	if (r == -ENOSPC)
		ocr_log_error(rt->self,
			      "%s is full: it can hold back %u generations of "
			      "%s (maxGen)",
			      ocr_guid_text(g, text), max_gen,
			      w ? "dependences" : "satisfactions");
	return r < 0 ? r : 0;
}

/* Is an event gone that has fired? */
static bool
is_spent_locked(const struct event *ev)
{
	enum ocr_guid_kind k = ocr_guid_kind(ev->guid);

	return k == OCR_GUID_EVENT_ONCE || k == OCR_GUID_EVENT_LATCH ||
	       (k == OCR_GUID_EVENT_COUNTED && !ev->count);
}

/* Counts one satisfaction.  1: the event fires now; 0: not; or -errno. */
static int
trigger_locked(struct event *ev, uint32_t slot)
{
	switch (ocr_guid_kind(ev->guid)) {
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

int
ocr_event_satisfy_at(struct ocr_runtime *rt, void *event, ocrGuid_t g,
		     ocrGuid_t data, uint32_t slot)
{
	struct event *ev = event;
	struct firing f;
	bool gone = false;
	int r;

	if (is_channel(g))
		return slot ? -EINVAL : feed_channel(rt, ev, g, data, NULL);
	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	r = ocr_guid_eq(ev->guid, g) ? trigger_locked(ev, slot) : -ENOENT;
	if (r == 1) {
		take_waiters_locked(ev, &f);
		f.data = ocr_guid_carries(g) ? data : NULL_GUID;
		ev->fired = true;
		ev->data = f.data;
		gone = is_spent_locked(ev);
		if (gone)
			ev->guid = NULL_GUID;
	}
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	if (r < 1)
		return r;
	if (gone)
		retire(rt, ev, g);
	fire(rt, &f);
	return 0;
}

static int
append_locked(struct event *ev, const struct ocr_waiter *w)
{
	if (ev->n_waiters == ev->cap_waiters) {
		uint32_t cap = 2 * ev->cap_waiters;
		struct ocr_waiter *near =
			ev->waiters == ev->near ? ev->near : NULL;
		struct ocr_waiter *more =
			realloc(near ? NULL : ev->waiters, cap * sizeof(*more));

		if (!more)
			return -ENOMEM;
		if (near)
			memcpy(more, near, sizeof(ev->near));
		ev->waiters = more;
		ev->cap_waiters = cap;
	}
	ev->waiters[ev->n_waiters++] = *w;
	return 0;
}

/* One waiter more.  1: the event has fired, and satisfies it now. */
static int
wait_locked(struct event *ev, const struct ocr_waiter *w)
{
	bool counted = ocr_guid_kind(ev->guid) == OCR_GUID_EVENT_COUNTED;
	int err;

	if (counted && !ev->count)
		return -EPERM;
	err = ev->fired ? 0 : append_locked(ev, w);
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

	if (is_channel(g))
		return feed_channel(rt, ev, g, NULL_GUID, w);
	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	r = ocr_guid_eq(ev->guid, g) ? wait_locked(ev, w) : -ENOENT;
	if (r == 1) {
		data = ev->data;
		gone = is_spent_locked(ev);
		if (gone)
			ev->guid = NULL_GUID;
	}
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	if (r < 1)
		return r;
	if (gone)
		retire(rt, ev, g);
	ocr_event_tell(rt, w, data);
	return 0;
}

void
ocr_event_missed(struct ocr_runtime *rt, ocrGuid_t g,
		 const struct ocr_waiter *w)
{
	ocr_orphan_note(&rt->events->orphans, g, w, OCR_FATE_LATE);
}

int
ocr_event_destroy_at(struct ocr_runtime *rt, void *event, ocrGuid_t g)
{
	struct ocr_channel *channel = NULL;
	struct event *ev = event;
	struct ocr_waiter w;
	struct firing f;
	int err = 0;

	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	if (ocr_guid_eq(ev->guid, g)) {
		take_waiters_locked(ev, &f);
		if (is_channel(g))
			channel = ev->channel;
		ev->guid = NULL_GUID;
	} else {
		err = -ENOENT;
	}
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	if (err)
		return err;
	for (uint32_t i = 0; i < f.n; i++)
		ocr_orphan_note(&rt->events->orphans, g, &f.waiters[i],
				OCR_FATE_DESTROYED);
	if (f.waiters != f.near)
		free(f.waiters);
	for (uint32_t i = 0; channel && ocr_channel_waiter(channel, i, &w); i++)
		ocr_orphan_note(&rt->events->orphans, g, &w,
				OCR_FATE_DESTROYED);
	ocr_channel_destroy(channel);
	retire(rt, ev, g);
	return 0;
}

static void
apply_parked(void *ctx, void *obj, ocr_node_t from, const struct ocr_op *op)
{
	struct ocr_runtime *rt = ctx;
	int err = -EINVAL;

	OCR_OBSERVE(rt, begin, OCR_PARKED, rt->self, from, op);
	if (op->type == OCR_MSG_SATISFY)
		err = ocr_event_satisfy_by(rt, obj, (const void *)op);
	else if (op->type == OCR_MSG_ADD_DEP)
		err = ocr_event_add_dep_by(rt, obj, (const void *)op);
	else if (op->type == OCR_MSG_DESTROY)
		err = ocr_event_destroy_at(
			rt, obj,
			((const struct ocr_msg_destroy *)(const void *)op)
				->guid);
	OCR_OBSERVE(rt, end);
	if (err)
		ocr_dispatch_report(rt, from, op, err);
}

/* `channel` is the event's after success; NULL, if it is no channel event. */
static int
create(struct ocr_runtime *rt, ocrGuid_t g, int64_t count,
       struct ocr_channel *channel)
{
	struct event *ev = ocr_pool_get(&rt->events->pool, &ocr_self->events);
	int err;

	if (!ev) {
		rt->hooks->full(rt);
		return -ENOMEM;
	}
	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	ev->guid = g;
	ev->data = NULL_GUID;
	ev->fired = false;
	if (channel)
		ev->channel = channel;
	else
		ev->count = count;
	ev->n_waiters = 0;
	ev->cap_waiters = INLINE_WAITERS;
	ev->waiters = ev->near;
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	err = ocr_names_publish(rt, g, ev, apply_parked);
	if (err) {
		ev->guid = NULL_GUID;
		ocr_pool_put(&rt->events->pool, &ocr_self->events, ev);
	}
	return err;
}

int
ocr_event_create(struct ocr_runtime *rt, ocrGuid_t g, int64_t count)
{
	return create(rt, g, count, NULL);
}

void
ocr_event_take(enum ocr_guid_kind kind, const ocrEventParams_t *p,
	       struct ocr_msg_create_event *m)
{
	switch (kind) {
	case OCR_GUID_EVENT_LATCH:
		m->count = (int64_t)p->EVENT_LATCH.counter;
		break;
	case OCR_GUID_EVENT_COUNTED:
		m->count = (int64_t)p->EVENT_COUNTED.nbDeps;
		break;
	case OCR_GUID_EVENT_CHANNEL:
		m->max_gen = p->EVENT_CHANNEL.maxGen;
		m->nb_sat = p->EVENT_CHANNEL.nbSat;
		m->nb_deps = p->EVENT_CHANNEL.nbDeps;
		break;
	default:
		break;
	}
}

bool
ocr_event_is_possible(enum ocr_guid_kind kind,
		      const struct ocr_msg_create_event *m)
{
	switch (kind) {
	case OCR_GUID_EVENT_LATCH:
		return m->count <= MAX_COUNT && m->count >= -MAX_COUNT;
	case OCR_GUID_EVENT_COUNTED:
		return m->count <= MAX_COUNT && m->count > 0;
	case OCR_GUID_EVENT_CHANNEL:
		return m->max_gen && m->nb_sat && m->nb_deps;
	default:
		return kind >= OCR_GUID_EVENT_ONCE &&
		       kind < OCR_GUID_EVENT_COLLECTIVE;
	}
}

const char *
ocr_event_expects(enum ocr_guid_kind kind, const ocrEventParams_t *p, char *buf)
{
	if (kind == OCR_GUID_EVENT_COUNTED)
		snprintf(buf, OCR_EVENT_TEXT,
			 "nbDeps=%" PRIu64 "|a counted event needs params with "
			 "nbDeps of 1 or more",
			 p ? (uint64_t)p->EVENT_COUNTED.nbDeps : 0);
	else if (p && kind == OCR_GUID_EVENT_CHANNEL)
		snprintf(buf, OCR_EVENT_TEXT,
			 "maxGen=%u nbSat=%u nbDeps=%u|a channel event needs 1 "
			 "or more of each",
			 p->EVENT_CHANNEL.maxGen, p->EVENT_CHANNEL.nbSat,
			 p->EVENT_CHANNEL.nbDeps);
	else if (p && kind == OCR_GUID_EVENT_LATCH)
		snprintf(buf, OCR_EVENT_TEXT,
			 "counter=%" PRIu64 "|it is out of range",
			 (uint64_t)p->EVENT_LATCH.counter);
	else
		snprintf(buf, OCR_EVENT_TEXT,
			 "params=NULL|this type of event is created by "
			 "ocrEventCreateParams(), with parameters");
	return buf;
}

int
ocr_event_make(struct ocr_runtime *rt, const struct ocr_msg_create_event *m)
{
	struct ocr_channel *channel;
	int err;

	if (!is_channel(m->event))
		return create(rt, m->event, m->count, NULL);
	channel = ocr_channel_create(&(struct ocr_channel_params){
		m->max_gen, m->nb_sat, m->nb_deps});
	err = channel ? create(rt, m->event, 0, channel) : -ENOMEM;
	if (err)
		ocr_channel_destroy(channel);
	return err;
}

enum ocr_event_state
ocr_event_state(struct ocr_runtime *rt, ocrGuid_t g)
{
	enum ocr_event_state state = OCR_EVENT_ABSENT;
	struct event *ev;
	void *obj;

	if (ocr_names_find(rt, g, &obj) != OCR_SLOT_LIVE)
		return state;
	ev = obj;
	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	if (ocr_guid_eq(ev->guid, g))
		state = ev->fired || (is_channel(g) &&
				      ocr_channel_is_due(ev->channel))
				? OCR_EVENT_SATISFIED
				: OCR_EVENT_CREATED;
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	return state;
}

bool
ocr_event_view(void *event, struct ocr_event_view *v)
{
	struct event *ev = event;
	bool waited_for;

	*v = (struct ocr_event_view){0};
	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	v->guid = ev->guid;
	if (is_channel(ev->guid)) {
		v->n[SAT] = ocr_channel_n_satisfied(ev->channel);
		v->n[DEPS] = ocr_channel_n_waiters(ev->channel);
		v->n[NB_SAT] = ocr_channel_params(ev->channel)->nb_sat;
		v->n[NB_DEPS] = ocr_channel_params(ev->channel)->nb_deps;
		waited_for = v->n[DEPS];
	} else {
		v->n[COUNT] = (uint64_t)ev->count;
		waited_for = !ocr_guid_is_null(ev->guid) && ev->n_waiters;
	}
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	return waited_for;
}

/* What a latch lacks. */
static void
lacks_count(int64_t count, char *buf)
{
	int64_t n = count < 0 ? -count : count;

	if (!count)
		snprintf(buf, OCR_EVENT_TEXT,
			 "was neither incremented nor decremented");
	else
		snprintf(buf, OCR_EVENT_TEXT,
			 "fires when its count is 0, and it is %" PRId64
			 ": %" PRId64 " %s%s missing (ocrEventSatisfySlot, %s)",
			 count, n, count < 0 ? "increment" : "decrement",
			 n == 1 ? " is" : "s are",
			 count < 0 ? "OCR_EVENT_LATCH_INCR_SLOT"
				   : "OCR_EVENT_LATCH_DECR_SLOT");
}

const char *
ocr_event_lacks(ocrGuid_t g, const uint64_t n[4], char *buf)
{
	switch (ocr_guid_kind(g)) {
	case OCR_GUID_EVENT_LATCH:
		lacks_count((int64_t)n[COUNT], buf);
		break;
	case OCR_GUID_EVENT_CHANNEL:
		snprintf(buf, OCR_EVENT_TEXT,
			 "has %" PRIu64 " of the %" PRIu64
			 " satisfactions (nbSat) and %" PRIu64
			 " of the %" PRIu64
			 " dependences (nbDeps) that it fires with",
			 n[SAT], n[NB_SAT], n[DEPS], n[NB_DEPS]);
		break;
	default:
		snprintf(buf, OCR_EVENT_TEXT, "%s",
			 ocr_guid_flags(g) & OCR_GUID_OUTPUT
				 ? "waits for the end of its task"
				 : "was never satisfied (ocrEventSatisfy)");
		break;
	}
	return buf;
}

bool
ocr_event_waiter(void *event, uint32_t i, struct ocr_waiter *w)
{
	struct event *ev = event;
	bool found;

	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	if (is_channel(ev->guid)) {
		found = ocr_channel_waiter(ev->channel, i, w);
	} else {
		found = !ocr_guid_is_null(ev->guid) && i < ev->n_waiters;
		if (found)
			*w = ev->waiters[i];
	}
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	return found;
}

void
ocr_event_abandon(void *none, void *event)
{
	struct event *ev = event;

	(void)none;
	if (is_channel(ev->guid))
		ocr_channel_destroy(ev->channel);
	if (ev->waiters != ev->near)
		free(ev->waiters);
}
