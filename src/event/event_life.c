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

size_t
ocr_event_bytes(void)
{
	return sizeof(struct event);
}

/* Unreachable first, then free: a thread that found the event before may
 * still lock it, and sees another GUID. */
void
ocr_event_retire(struct ocr_runtime *rt, struct event *ev, ocrGuid_t g)
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

void
ocr_event_missed(struct ocr_runtime *rt, ocrGuid_t g,
		 const struct ocr_waiter *w)
{
	ocr_orphan_note(&rt->events->orphans, g, w, OCR_FATE_LATE);
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
	ev->cap_waiters = OCR_EVENT_NEAR;
	ev->waiters = ev->near;
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	err = ocr_names_publish(rt, g, ev, ocr_event_apply_parked);
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
		state = ev->fired || (ocr_event_is_channel(g) &&
				      ocr_channel_is_due(ev->channel))
				? OCR_EVENT_SATISFIED
				: OCR_EVENT_CREATED;
	ocr_unlock(&ev->lock, OCR_LOCK_EVENT);
	return state;
}

void
ocr_event_abandon(void *none, void *event)
{
	struct event *ev = event;

	(void)none;
	if (ocr_event_is_channel(ev->guid))
		ocr_channel_destroy(ev->channel);
	if (ev->waiters != ev->near)
		free(ev->waiters);
}
