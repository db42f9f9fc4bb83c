/* SPDX-License-Identifier: BSD-3-Clause */
/* event_life.c - events come and go.
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
#include "src/event/event_body.h"

#include "fabric/log.h"
#include "src/base/hooks.h"
#include "src/base/observer.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/event/channel.h"
#include "src/event/event.h"
#include "src/event/events.h"
#include "src/event/orphans.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"

#include <errno.h>
#include <stdlib.h>

void
ocr_events_init(struct ocr_runtime *rt)
{
	ocr_pool_init(&rt->events->pool, sizeof(struct event), rt->memory);
	ocr_pool_init(&rt->events->rests,
		      sizeof(struct ocr_event_rest) +
			      OCR_EVENT_FEW * sizeof(struct ocr_waiter),
		      rt->memory);
}

void
ocr_events_fini(struct ocr_runtime *rt)
{
	ocr_pool_fini(&rt->events->pool);
	ocr_pool_fini(&rt->events->rests);
}

static __attribute__((cold, noinline)) void
report_late(struct ocr_runtime *rt, ocrGuid_t g, long late)
{
	char text[OCR_GUID_TEXT];

	ocr_log_error(rt->self, "%ld operations came too late for %s", late,
		      ocr_guid_text(g, text));
}

/* Of an element of a map, or an output event with a label. */
static __attribute__((noinline)) long
free_label(struct ocr_runtime *rt, ocrGuid_t g)
{
	long late = ocr_labels_kill(rt->labels, g);

	if (ocr_guid_flags(g) & OCR_GUID_OUTPUT)
		rt->hooks->output_gone(rt, g);
	return late;
}

/* Unreachable first, then free: a thread that found the event before may
 * still lock it, and sees another GUID. */
void
ocr_event_retire(struct ocr_runtime *rt, struct event *ev, ocrGuid_t g)
{
	struct ocr_worker *w = ocr_self;
	long late = __builtin_expect(ocr_label_is(g), 0)
			    ? free_label(rt, g)
			    : ocr_guidmap_bury(rt->guids, g, ev, &w->dead);

	if (__builtin_expect(late > 0, 0))
		report_late(rt, g, late);
	ocr_pool_put(&rt->events->pool, &w->events, ev);
}

void
ocr_event_missed(struct ocr_runtime *rt, ocrGuid_t g,
		 const struct ocr_waiter *w)
{
	ocr_orphan_note(&rt->events->orphans, g, w, OCR_FATE_LATE);
}

/* Nobody can find it yet: without its lock.  The name comes last, for who looks
 * at all events.  With one waiter, `first` is set. */
static inline void
fill(struct event *ev, ocrGuid_t g, uint32_t n_waiters)
{
	ev->fired = false;
	ev->n_waiters = n_waiters;
	ocr_guid_cell_set(&ev->name, g);
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
	if (channel)
		ev->channel = channel;
	else
		ev->count = count;
	fill(ev, g, 0);
	err = ocr_names_put(rt, g, ev, ocr_event_apply_parked);
	if (err) {
		ocr_guid_cell_clear(&ev->name);
		ocr_pool_put(&rt->events->pool, &ocr_self->events, ev);
	}
	return err;
}

int
ocr_event_create(struct ocr_runtime *rt, ocrGuid_t g, int64_t count)
{
	return create(rt, g, count, NULL);
}

int
ocr_event_create_for(struct ocr_runtime *rt, ocrGuid_t g,
		     const struct ocr_waiter *w)
{
	struct event *ev = ocr_pool_get(&rt->events->pool, &ocr_self->events);
	int err;

	if (!ev) {
		rt->hooks->full(rt);
		return -ENOMEM;
	}
	ev->count = 0;
	ev->first = *w;
	fill(ev, g, 1);
	err = ocr_names_put(rt, g, ev, ocr_event_apply_parked);
	if (err) {
		ocr_guid_cell_clear(&ev->name);
		ocr_pool_put(&rt->events->pool, &ocr_self->events, ev);
	}
	return err;
}

int
ocr_event_make(struct ocr_runtime *rt, const struct ocr_msg_create_event *m)
{
	struct ocr_channel *channel;
	int err;

	if (!ocr_event_is_channel(m->event))
		return create(rt, m->event, m->count, NULL);
	channel = ocr_channel_create(&(struct ocr_channel_params){
		m->max_gen, m->nb_sat, m->nb_deps});
	err = channel ? create(rt, m->event, 0, channel) : -ENOMEM;
	if (err)
		ocr_channel_destroy(channel);
	return err;
}

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

static __attribute__((noinline)) int
new_by_message(struct ocr_stream *s, ocrGuid_t g)
{
	struct ocr_msg_create_event m = {
		.op = OCR_OP(OCR_MSG_CREATE_EVENT, struct ocr_msg_create_event),
		.event = g,
	};

	return ocr_event_new(s, &m);
}

/* Nothing follows from it, if nothing is parked: no op has to begin. */
int
ocr_event_new_plain(struct ocr_stream *s, ocrGuid_t g)
{
	struct ocr_runtime *rt = s->rt;
	struct event *ev =
		ocr_direct_ok(s) && !rt->observer
			? ocr_pool_get(&rt->events->pool, &ocr_self->events)
			: NULL;

	if (!ev)
		return new_by_message(s, g);
	ev->count = 0;
	fill(ev, g, 0);
	if (__builtin_expect(ocr_guidmap_put(rt->guids, g, ev), 1))
		return 0;
	ocr_guid_cell_clear(&ev->name);
	ocr_pool_put(&rt->events->pool, &ocr_self->events, ev);
	return new_by_message(s, g);
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
	if (ocr_event_is(ev, g))
		state = ev->fired || (ocr_event_is_channel(g) &&
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
	v->guid = ocr_event_guid(ev);
	if (ocr_guid_is_null(v->guid)) {
		ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
		return false;
	}
	if (ocr_event_is_channel(v->guid)) {
		v->n[OCR_EVENT_SAT] = ocr_channel_n_satisfied(ev->channel);
		v->n[OCR_EVENT_DEPS] = ocr_channel_n_waiters(ev->channel);
		v->n[OCR_EVENT_NB_SAT] =
			ocr_channel_params(ev->channel)->nb_sat;
		v->n[OCR_EVENT_NB_DEPS] =
			ocr_channel_params(ev->channel)->nb_deps;
		waited_for = v->n[OCR_EVENT_DEPS];
	} else {
		v->n[OCR_EVENT_COUNT] = (uint64_t)ev->count;
		waited_for = ev->n_waiters;
	}
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	return waited_for;
}

bool
ocr_event_waiter(void *event, uint32_t i, struct ocr_waiter *w)
{
	struct event *ev = event;
	ocrGuid_t g;
	bool found;

	ocr_lock(&ev->lock, OCR_LOCK_EVENT);
	g = ocr_event_guid(ev);
	if (ocr_event_is_channel(g)) {
		found = ocr_channel_waiter(ev->channel, i, w);
	} else {
		found = !ocr_guid_is_null(g) && i < ev->n_waiters;
		if (found)
			*w = i ? ev->rest->waiters[i - 1] : ev->first;
	}
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	return found;
}

void
ocr_event_abandon(void *none, void *event)
{
	struct event *ev = event;

	(void)none;
	if (ocr_event_is_channel(ocr_event_guid(ev)))
		ocr_channel_destroy(ev->channel);
	else if (ev->n_waiters > 1 && ev->rest->cap > OCR_EVENT_FEW)
		free(ev->rest);
}
