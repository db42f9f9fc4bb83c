/* SPDX-License-Identifier: BSD-3-Clause */
/* quiet.h - finds out that a job cannot go on.
 *
 * Knows when this node rests, and how many ops it has sent and handled; does
 * not know what waits, nor for what (stuck.h).  The argument is in
 * doc/change/PROTOCOL.md, 4.7.
 * Promise: it never says so while anything can still happen, and always does
 * when nothing can.
 * Threads: see each function.
 */
#ifndef SRC_OBSERVE_QUIET_H
#define SRC_OBSERVE_QUIET_H

#include "fabric/lock.h"
#include "src/base/msg.h"

#include <stdbool.h>

struct ocr_runtime;

struct ocr_quiet {
	struct ocr_lock lock; /* rank OCR_LOCK_QUIET */
	/* Guarded by lock: */
	uint64_t wave;			/* the last that reached this node */
	uint64_t own_sent, own_handled; /* ops that are not counted */
	uint32_t missing;		/* children that have not answered */
	uint64_t heard;			/* a bit for each of the first 64 */
	uint64_t sent, handled;		/* sums of those that have */
	/* Guarded by lock; node 0 only: */
	uint64_t before; /* S of the wave before */
	bool under_way;
	bool hurry;	/* the next wave waits for this node's rest alone */
	uint32_t stage; /* 0; else the job is stuck: see stuck.h */
	bool is_partial; /* not all have told what they know */

	uint32_t delay_ms; /* of node 0's watcher */

	/* A look from outside: a question that waits until this node rests. */
	_Atomic bool wanted;

	/* When a report that is not complete is told as it is, of the clock; 0:
	 * there is none.  Written by whoever begins it, read by the watcher. */
	_Atomic int64_t due_ms;
};

void ocr_quiet_init(struct ocr_quiet *q);

/* Of the thread that is about to sleep on the fabric: answers node 0, or, on
 * node 0, goes on with a wave, if this node rests.  `rested`: the last sleep
 * was as long as the call before it allowed.  Returns how long to sleep at
 * most, in milliseconds, or -1. */
int ocr_quiet_look(struct ocr_runtime *rt, bool rested);

/* Of a worker that has said that it sleeps, and is perhaps the last. */
void ocr_quiet_last(struct ocr_runtime *rt);

/* Of each question of the report of why the job is stuck, when this node hears
 * of it, and of node 0 when it asks: who cannot answer in time says so. */
void ocr_quiet_begin_report(struct ocr_runtime *rt);

int ocr_quiet_on_ask(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op);
int ocr_quiet_on_tell(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op);

#endif
