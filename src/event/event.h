/* SPDX-License-Identifier: BSD-3-Clause */
/* event.h - events, at their owner.
 *
 * Knows slots, waiters and trigger rules; does not know what a waiter does
 * when it is satisfied.  Promise: an event that fires satisfies each of its
 * waiters exactly once, as a delayed effect.
 */
#ifndef SRC_EVENT_EVENT_H
#define SRC_EVENT_EVENT_H

#include "guidmap/guid.h"
#include "include/ocr.h"
#include "src/base/delivery.h"
#include "src/base/msg.h"

#include <stdbool.h>
#include <stddef.h>

struct ocr_runtime;
struct ocr_stream;

/* The pools of a node. */
void ocr_events_init(struct ocr_runtime *rt);
void ocr_events_fini(struct ocr_runtime *rt);

/* For CREATE_EVENT, and for the output event of a task.  0 or -errno. */
int ocr_event_create(struct ocr_runtime *rt, ocrGuid_t g, int64_t count);
/* The same of a once event that somebody waits for when it is found. */
int ocr_event_create_for(struct ocr_runtime *rt, ocrGuid_t g,
			 const struct ocr_waiter *w);

/* What a program gives a new event of that kind, into m. */
void ocr_event_take(enum ocr_guid_kind kind, const ocrEventParams_t *p,
		    struct ocr_msg_create_event *m);

/* May an event of that kind have such parameters? */
bool ocr_event_is_possible(enum ocr_guid_kind kind,
			   const struct ocr_msg_create_event *m);

/* Without any. */
static inline bool
ocr_event_is_plain(enum ocr_guid_kind kind)
{
	return kind == OCR_GUID_EVENT_ONCE || kind == OCR_GUID_EVENT_IDEM ||
	       kind == OCR_GUID_EVENT_STICKY || kind == OCR_GUID_EVENT_LATCH;
}

/* If not: "parameters|what was expected", for ocr_refuse(), into buf; returns
 * buf. */
#define OCR_EVENT_TEXT 256
const char *ocr_event_expects(enum ocr_guid_kind kind,
			      const ocrEventParams_t *p, char *buf);

/* What an op does to the event that was found as g, and may be another by now:
 * 0, -ENOENT, or why the event refuses it.  What follows is delayed, so inside
 * a handler or between OCR_DIRECT_BEGIN() and ocr_direct_end().  `last`: the op
 * does nothing behind it, and what follows may be done at once. */
int ocr_event_satisfy_at(struct ocr_runtime *rt, void *event, ocrGuid_t g,
			 ocrGuid_t data, uint32_t slot, bool last);
int ocr_event_add_dep_at(struct ocr_runtime *rt, void *event, ocrGuid_t g,
			 const struct ocr_waiter *w);
/* A dependence came too late for g: who waits does so in vain. */
void ocr_event_missed(struct ocr_runtime *rt, ocrGuid_t g,
		      const struct ocr_waiter *w);
int ocr_event_destroy_at(struct ocr_runtime *rt, void *event, ocrGuid_t g);
/* `w` is satisfied with `data`, as a delayed effect.  Without a lock. */
void ocr_event_tell(struct ocr_runtime *rt, const struct ocr_waiter *w,
		    ocrGuid_t data);
/* For event.c.  An observer sees it kept; and it is delivered, inside of an op,
 * in the turn of what would be kept. */
void ocr_event_show_kept(struct ocr_runtime *rt, const struct ocr_delivery *d);
void ocr_event_deliver_to(struct ocr_runtime *rt, const struct ocr_delivery *d);
/* Makes what deliveries the worker keeps, until there are none. */
void ocr_event_deliver(struct ocr_runtime *rt);
/* A new event, with parameters that are possible. */
int ocr_event_make(struct ocr_runtime *rt,
		   const struct ocr_msg_create_event *m);

static inline int
ocr_event_satisfy_by(struct ocr_runtime *rt, void *event,
		     const struct ocr_msg_satisfy *m)
{
	return ocr_event_satisfy_at(rt, event, m->event, m->data, m->slot,
				    false);
}

static inline int
ocr_event_add_dep_by(struct ocr_runtime *rt, void *event,
		     const struct ocr_msg_add_dep *m)
{
	struct ocr_waiter w = ocr_waiter_of(m->dest, m->slot, m->mode);

	return ocr_event_add_dep_at(rt, event, m->event, &w);
}

/* event_ops.c: the next op of the task that the stream is of.  A call, if the
 * event lives here and the stream would do it now; else a message.  As
 * ocr_stream_submit().  The new event is one of this node, and has no label. */
int ocr_event_new(struct ocr_stream *s, struct ocr_msg_create_event *m);
/* The same of a kind that needs no parameters, without them. */
int ocr_event_new_plain(struct ocr_stream *s, ocrGuid_t g);
int ocr_event_satisfy(struct ocr_stream *s, ocrGuid_t g, ocrGuid_t data,
		      uint32_t slot);
/* The same of a latch, with one of its two slots, if it is counted at once and
 * does not fire.  False: nothing has been done. */
bool ocr_event_count(struct ocr_stream *s, ocrGuid_t latch, uint32_t slot);
int ocr_event_add_dep(struct ocr_stream *s, ocrGuid_t g,
		      const struct ocr_waiter *w);
/* The same of what has been found as g, where ops may be calls. */
int ocr_event_follow(struct ocr_stream *s, void *event, ocrGuid_t g,
		     const struct ocr_waiter *w);
int ocr_event_destroy(struct ocr_stream *s, ocrGuid_t g);

/* And the handlers of those messages. */
int ocr_event_on_create(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_event_on_satisfy(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
int ocr_event_on_add_dep(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
int ocr_event_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
/* How an event of this node is. */
enum ocr_event_state ocr_event_state(struct ocr_runtime *rt, ocrGuid_t g);

/* For a job that is stuck.  An object of the pool, as people want to see it:
 * false, if it is none that tasks wait for. */
struct ocr_event_view {
	ocrGuid_t guid;
	uint64_t n[4]; /* for ocr_event_lacks(), of a job that is stuck */
};
bool ocr_event_view(void *event, struct ocr_event_view *v);
/* What such an event lacks to fire, into buf; returns buf: "was never
 * satisfied".  Any node may say it of the event of another. */
const char *ocr_event_lacks(ocrGuid_t g, const uint64_t n[4], char *buf);
/* The i-th that waits for it; false: there are fewer. */
bool ocr_event_waiter(void *event, uint32_t i, struct ocr_waiter *w);

/* Frees what an event holds when a job ends before it fired. */
void ocr_event_abandon(void *none, void *event);

#endif
