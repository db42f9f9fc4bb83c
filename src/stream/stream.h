/* SPDX-License-Identifier: BSD-3-Clause */
/* stream.h - the ordered ops of one task.
 *
 * Knows the order in which a task's effects must be seen; does not know what
 * an op does.  Promise (plain grouped confirmation, DESIGN 5): an op leaves
 * for node Y only when all earlier ops of the stream to other nodes have been
 * confirmed; this node counts as a node.  What must wait is queued, and the
 * queue is drained by whoever receives the confirmation, also after the body
 * has returned.  No thread ever waits.
 *
 *   FLOWING --> WAITING --> DRAINING --> FLOWING
 *                  ^            |
 *                  +------------+
 *
 *   FLOWING  -> WAITING   submit    the target changed, the old one has not
 *                                   confirmed; or a template must be fetched
 *   WAITING  -> DRAINING  resume    the confirmation or the template came
 *   DRAINING -> WAITING   drain     the next op has to wait as well
 *   DRAINING -> FLOWING   drain     the queue is empty
 *
 * In FLOWING the queue is empty, and only the producer touches the stream: the
 * task's own thread, or after its body whoever continues the task.  In the
 * other states the producer only appends.
 */
#ifndef SRC_STREAM_STREAM_H
#define SRC_STREAM_STREAM_H

#include "fabric/lock.h"
#include "src/stream/msg.h"
#include "src/stream/opq.h"

struct ocr_runtime;

enum ocr_stream_state {
	OCR_STREAM_FLOWING,
	OCR_STREAM_WAITING,
	OCR_STREAM_DRAINING,
};

struct ocr_stream {
	struct ocr_lock lock; /* of queue and state, once not FLOWING */
	_Atomic uint32_t state;
	struct ocr_opq queue;
	/* The group under way: node, and number of its last op.  Producer in
	 * FLOWING, drainer otherwise: */
	ocr_node_t group; /* OCR_NODE_NONE: all is confirmed */
	uint64_t seq;
	struct ocr_confirm confirm;
	struct ocr_stream *next; /* template.c: waiting for one template */
	struct ocr_runtime *rt;
};

void ocr_stream_init(struct ocr_stream *s, struct ocr_runtime *rt);
/* Frees what a stopped job has left behind. */
void ocr_stream_fini(struct ocr_stream *s);

/* The next op of the task, for an object of node `to`.  Applied or sent now,
 * or queued.  Returns what a local handler returned, if it ran at once; else
 * 0, and a later failure is reported. */
int ocr_stream_submit(struct ocr_stream *s, ocr_node_t to, struct ocr_op *op);

/* What the stream waited for has come.  Inside a handler or a callback. */
void ocr_stream_resume(struct ocr_stream *s);

#endif
