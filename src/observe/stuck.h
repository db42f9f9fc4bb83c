/* SPDX-License-Identifier: BSD-3-Clause */
/* stuck.h - says what a job that cannot go on waits for.
 *
 * Knows tasks, slots and events; does not know how it was found out that
 * nothing will happen any more (quiet.h).
 * Threads: everything runs while all workers of the node rest.
 */
#ifndef SRC_OBSERVE_STUCK_H
#define SRC_OBSERVE_STUCK_H

#include "src/stream/msg.h"

struct ocr_runtime;

/* Node 0, or the only one: tells people, and asks every node to explain: the
 * slots of waiting tasks learn which events hold them back. */
void ocr_stuck_begin(struct ocr_runtime *rt);

/* The same node, when that is done: ends the job; every node lists what
 * waits. */
void ocr_stuck_end(struct ocr_runtime *rt);

/* This node's list: the first tasks, blocks and ops that wait, with a line of
 * the log for each. */
void ocr_stuck_list(struct ocr_runtime *rt);

int ocr_stuck_on_explain(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
int ocr_stuck_on_wait(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op);

#endif
