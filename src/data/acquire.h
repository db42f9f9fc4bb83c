/* SPDX-License-Identifier: BSD-3-Clause */
/* acquire.h - a grant becomes bytes: find them, copy them, or fetch them.
 *
 * Runs on the node of the task.  The home has decided that the task may have
 * the block; here it is decided which buffer it gets.
 */
#ifndef SRC_DATA_ACQUIRE_H
#define SRC_DATA_ACQUIRE_H

#include "src/stream/msg.h"

struct ocr_runtime;

/* A grant by a home on this node; the home's lock is held, so that grants of
 * one block reach this node in the order in which they were given.  Emits
 * ACQUIRED now or when the bytes have come. */
int ocr_acquire_grant(struct ocr_runtime *rt, const struct ocr_msg_grant *m);

int ocr_acquire_on_grant(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
int ocr_acquire_on_drop(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);

#endif
