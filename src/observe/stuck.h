/* SPDX-License-Identifier: BSD-3-Clause */
/* stuck.h - what a node knows of what waits, once the job cannot go on.
 *
 * Who waits for an event is known at the event, and which slots are open is
 * known at the task.  So it comes in stages, with quiet between them:
 *
 *   0   node 0 says that the job is stuck; on every node events, also those
 *       that are gone, name themselves to the tasks that wait for them
 *   1   every node tells node 0 what waits on it: facts.h
 *   2   node 0 says why the job is stuck (verdict.h), and ends it
 *
 * Knows tasks, slots and events; does not know how it was found out that
 * nothing will happen any more (quiet.h), nor what follows from the facts.
 * Threads: everything runs while all workers of the node rest.
 */
#ifndef SRC_OBSERVE_STUCK_H
#define SRC_OBSERVE_STUCK_H

#include "src/base/msg.h"

struct ocr_runtime;

#define OCR_STUCK_STAGES 3

/* Node 0, or the only one: the job is stuck, and the stages before this one
 * are over. */
void ocr_stuck_stage(struct ocr_runtime *rt, uint32_t stage);

int ocr_stuck_on_explain(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
int ocr_stuck_on_wait(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op);
int ocr_stuck_on_fact(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op);

#endif
