/* SPDX-License-Identifier: BSD-3-Clause */
/* push.h - bytes that go ahead of those who will ask for them.
 *
 * A block with the hint EAGER travels with the satisfaction that carries it,
 * if the node that satisfies a task's slot has a released version of it.  The
 * task's node keeps them as a copy, and has them when it asks the home; an
 * old version does no harm, for the home says which is the newest.
 * Threads: any.
 */
#ifndef SRC_DATA_PUSH_H
#define SRC_DATA_PUSH_H

#include "src/base/msg.h"

struct ocr_block;
struct ocr_runtime;

/* `op`, which satisfies a slot of a task, is about to be sent. */
void ocr_push_ahead(struct ocr_runtime *rt, ocr_node_t to,
		    const struct ocr_op *op);

/* The home has no use for what node `from` sends it. */
void ocr_push_refuse_locked(struct ocr_runtime *rt, const struct ocr_block *b,
			    ocr_node_t from);

int ocr_push_on_push(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op);

#endif
