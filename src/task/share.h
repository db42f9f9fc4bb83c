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
#include "src/task/edt.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* In a job of few nodes each may ask all others; in larger ones those at
 * distances 1, 2, 4 and so on, so each hears of work after few steps. */
#define OCR_SHARE_FEW  9
/* The distances that a node may be asked from. */
#define OCR_SHARE_BITS 24

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
	/* Of those, who has sent some since; when the first task came, 0: none
	 * has. */
	_Atomic uint32_t senders;
	_Atomic uint64_t came_ns;

	_Atomic uint32_t turn; /* who is served first */
	/* By bit: for less time than that what was sent last should keep nobody
	 * busy. */
	_Atomic uint32_t worth_ns[OCR_SHARE_BITS];
	/* So often a worker with tasks to spare looks at the network after each
	 * of its tasks, for who wants more. */
	_Atomic uint32_t looks;
	/* Nothing is sent until then, in ticks of the scheduler, since what was
	 * sent has kept somebody busy for too short; and how long that is. */
	_Atomic uint32_t until, pause;
};

/* all: a worker gives its last task as well. */
void ocr_share_init(struct ocr_runtime *rt, uint64_t max_bytes, bool all);

/* This node has nothing to run; `lately`: it has had until now, and asks only
 * those it had that from. */
void ocr_share_ask(struct ocr_runtime *rt, bool lately);
/* Worker w, whose thread calls and runs no task, gives others what is to spare.
 */
void ocr_share_give(struct ocr_worker *w);

/* Where tasks begin that t creates without a hint: here; but if t came from
 * another node, and writes a block of such a one and none of this, there.  Else
 * a chain of tasks over one block, of which each makes the next, would stay
 * where the first that went has gone. */
ocr_node_t ocr_share_home_of(const struct ocr_edt *t);
static inline ocr_node_t
ocr_share_home(const struct ocr_edt *t)
{
	return ocr_edt_has_moved(t) ? ocr_share_home_of(t) : t->rt->self;
}

/* The body of a task that has come from another node. */
ocrGuid_t ocr_share_call(struct ocr_edt *t);
/* In place of the body of a task that goes: edt_run.c. */
void ocr_share_run(struct ocr_edt *t);
/* A task has come from that node. */
void ocr_share_got(struct ocr_runtime *rt, ocr_node_t from);

int ocr_share_on_idle(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op);

#endif
