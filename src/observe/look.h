/* SPDX-License-Identifier: BSD-3-Clause */
/* look.h - what a job does now, for people, while it goes on.
 *
 * A signal to a node asks for it.  Node 0 asks all, over its tree; each node
 * tells it what waits there (survey.h), the numbers of the node last; and node
 * 0 says what a report would say if nothing more happened (verdict.h).
 *
 *   a launcher passes a signal on to all nodes: only node 0 heeds one that
 *   comes from its parent.  Any other node that is sent one tells node 0.
 *
 * Knows who asks and who has told; does not know what waits.
 * Promise: no worker is stopped, nor handles more of it than messages: a thread
 * of each node looks.  Who does not answer in time is named.
 * Threads: see each function.
 */
#ifndef SRC_OBSERVE_LOOK_H
#define SRC_OBSERVE_LOOK_H

#include "fabric/lock.h"
#include "src/base/msg.h"
#include "src/observe/facts.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ocr_runtime;

struct ocr_look {
	_Atomic uint32_t calls; /* of others to the thread that looks */
	struct ocr_lock lock;	/* rank OCR_LOCK_LOOK */
	/* Guarded by lock: */
	uint64_t number; /* the last look that this node has heard of */
	/* Guarded by lock; node 0 only: */
	bool open;
	uint32_t missing;     /* nodes that have not told all */
	uint8_t *heard;	      /* a bit for each that has */
	struct ocr_facts all; /* what they have told, but for */
	struct ocr_facts far; /* slots of other nodes' tasks */

	int64_t due_ms; /* of the thread: when node 0 waits no longer */
};

/* Of others to the thread that looks: it ends; a node wants a look; node 0
 * asks; all have told; the same two of top.h. */
enum ocr_look_call {
	OCR_LOOK_STOP = 1,
	OCR_LOOK_WANTED = 2,
	OCR_LOOK_ASKED = 4,
	OCR_LOOK_TOLD = 8,
	OCR_LOOK_TOP_ASKED = 16,
	OCR_LOOK_TOP_TOLD = 32,
};

/* From any thread. */
void ocr_look_call(struct ocr_look *l, enum ocr_look_call what);

/* The process will look when it gets that signal, unless the program has a
 * handler for it, or gets one; 0: no signal.  Before there is a runtime, so
 * that what comes early is no end.  Of one thread. */
void ocr_look_catch(int signal);

/* The body of the thread that looks; returns after ocr_look_stop(). */
void ocr_look_watch(struct ocr_runtime *rt);
void ocr_look_stop(struct ocr_look *l);
/* No thread may be inside. */
void ocr_look_fini(struct ocr_look *l);

int ocr_look_on_want(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op);
int ocr_look_on_ask(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op);
int ocr_look_on_fact(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op);

#endif
