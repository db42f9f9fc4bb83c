/* SPDX-License-Identifier: BSD-3-Clause */
/* observer.h - whoever watches the ops of a node; tests do.
 *
 * Knows where an op passes on its way from a task to its object; does not know
 * who looks.  A runtime without an observer pays a branch at each place.
 *
 *   issue    a task's op enters its stream, in program order
 *   leave    it leaves the stream, in the same order: to this node, then it is
 *            applied at once, or to another
 *   skip     or it is dropped there: its object is not to be
 *   emit     an op that follows from the one being handled: to this node, then
 *            it waits in the worker's queue, or to another
 *   begin,   an op is handled; what happens between is its doing
 *   end
 *   park     the op being handled came before its object, and waits there
 *
 *   send     an op of the runtime's own leaves for another node
 *   read     bytes are fetched out of another node's memory
 *   grant    a task may have a block, and how its bytes come
 *   wait,    ops of a task wait until another node has confirmed those before
 *   go_on
 *   thread   what a thread does meanwhile, of which no op tells
 *   used     strict mode: a task gives up a block, or writing to it
 *   made     strict mode: a call at `site` has made an object
 *
 * Streams, pairs of nodes, workers' queues and parked ops all keep their order,
 * so the first seven are enough to follow each op without a mark on it.
 */
#ifndef SRC_BASE_OBSERVER_H
#define SRC_BASE_OBSERVER_H

#include "fabric/seldom.h"
#include "src/base/runtime.h"

struct ocr_held_block;
struct ocr_msg_grant;
struct ocr_stream;

/* From where an op comes to be handled. */
enum ocr_source { OCR_FROM_STREAM, OCR_FROM_QUEUE, OCR_FROM_NODE, OCR_PARKED };

enum ocr_moment {
	OCR_MOMENT_RETURNED, /* the body that has begun has returned */
	OCR_MOMENT_PARKS,    /* it waits, and the thread goes on without it */
	OCR_MOMENT_RESUMES, /* one that has waited goes on: the worker's task */
	OCR_MOMENT_STEALS,  /* it has taken another worker's task */
	OCR_MOMENT_RESTS,   /* there is nothing to run: it looks */
	OCR_MOMENT_SLEEPS,  /* and has found nothing for a while */
	OCR_MOMENT_WAKES,
};

/* How a block's bytes come to a task that is granted it. */
enum ocr_way {
	OCR_WAY_CACHE,	/* they are here already */
	OCR_WAY_FRESH,	/* nobody has written them yet */
	OCR_WAY_INLINE, /* with the grant */
	OCR_WAY_READ,	/* they are fetched out of another node's memory */
	OCR_WAY_WINDOW, /* they are read there */
	OCR_WAYS
};

/* NULL: nobody asks. */
struct ocr_observer {
	void (*task)(struct ocr_observer *o, ocrGuid_t edt,
		     const struct ocr_stream *s); /* its body begins */
	void (*issue)(struct ocr_observer *o, const struct ocr_stream *s,
		      const struct ocr_op *op);
	void (*leave)(struct ocr_observer *o, const struct ocr_stream *s,
		      ocr_node_t self, ocr_node_t to, const struct ocr_op *op);
	void (*skip)(struct ocr_observer *o, const struct ocr_stream *s);
	void (*emit)(struct ocr_observer *o, ocr_node_t self, ocr_node_t to,
		     const struct ocr_op *op);
	void (*begin)(struct ocr_observer *o, enum ocr_source source,
		      ocr_node_t self, ocr_node_t from,
		      const struct ocr_op *op);
	void (*end)(struct ocr_observer *o);
	void (*park)(struct ocr_observer *o);
	void (*send)(struct ocr_observer *o, ocr_node_t to,
		     const struct ocr_op *op);
	void (*read)(struct ocr_observer *o, ocr_node_t from, uint64_t bytes);
	void (*grant)(struct ocr_observer *o, const struct ocr_msg_grant *m,
		      enum ocr_way way);
	void (*wait)(struct ocr_observer *o, const struct ocr_stream *s,
		     ocr_node_t node);
	void (*go_on)(struct ocr_observer *o, const struct ocr_stream *s,
		      bool has_waited);
	void (*thread)(struct ocr_observer *o, enum ocr_moment moment);
	void (*used)(struct ocr_observer *o, const struct ocr_stream *s,
		     const struct ocr_held_block *b);
	void (*made)(struct ocr_observer *o, ocrGuid_t object,
		     const void *site);
};

#define OCR_OBSERVE(rt, what, ...)                                             \
	do {                                                                   \
		struct ocr_observer *observer_ = (rt)->observer;               \
                                                                               \
		if (OCR_SELDOM(observer_) && observer_->what)                  \
			observer_->what(observer_, ##__VA_ARGS__);             \
	} while (0)

#define OCR_OBSERVE_THREAD(rt, moment)                                         \
	do {                                                                   \
		if (__builtin_expect((rt)->observer != NULL, 0))               \
			OCR_OBSERVE(rt, thread, moment);                       \
	} while (0)

#endif
