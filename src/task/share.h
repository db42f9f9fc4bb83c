/* SPDX-License-Identifier: BSD-3-Clause */
/* share.h - tasks that may run anywhere go to nodes that have nothing to do.
 *
 * A node that has found nothing to run asks a few others, each once (IDLE), and
 * sleeps; it asks one again only when that has sent it something.  Who was
 * asked, and has more tasks than it runs, sends the oldest ones: such a task is
 * made anew on the other node, with its parameters, slots, output event and
 * finish scope, and ends here, as if that had been its body (PROTOCOL.md,
 * 4.18).  So nobody has to be told where it is: what refers to it refers to
 * what it leaves behind.
 *
 * Only tasks go that no hint wants anywhere, whose blocks take few bytes.
 * Threads: workers, and the progress thread.
 */
#ifndef SRC_TASK_SHARE_H
#define SRC_TASK_SHARE_H

#include "fabric/fabric.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ocr_edt;
struct ocr_runtime;
struct ocr_worker;

/* In a job of few nodes each may ask all others; in larger ones those at
 * distances 1, 2, 4 and so on, so each hears of work after few steps. */
#define OCR_SHARE_FEW 9

struct ocr_share {
	/* The blocks of a task that goes take so many bytes together; 0: none
	 * goes, and nobody is asked.  Fixed after open. */
	uint64_t max_bytes;
	/* A worker keeps so many of its tasks.  Fixed after open. */
	unsigned keep;
	/* By distance, a bit for each: nodes that this one has asked, and that
	 * have sent nothing since; ocr_sched.n_idle has those that have asked
	 * this one. */
	_Atomic uint32_t asked;
	_Atomic uint32_t turn; /* who is served first */
};

/* all: a worker gives its last task as well. */
void ocr_share_init(struct ocr_runtime *rt, uint64_t max_bytes, bool all);

/* This node has nothing to run. */
void ocr_share_ask(struct ocr_runtime *rt);
/* Worker w, whose thread calls and runs no task, gives others what is to spare.
 */
void ocr_share_give(struct ocr_worker *w);

/* In place of the body of a task that goes: edt_run.c. */
void ocr_share_run(struct ocr_edt *t);
/* A task has come from that node. */
void ocr_share_got(struct ocr_runtime *rt, ocr_node_t from);

int ocr_share_on_idle(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op);

#endif
