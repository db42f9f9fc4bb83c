/* SPDX-License-Identifier: BSD-3-Clause */
/* full.h - a node that has no more memory for tasks and events.
 *
 * Threads: those that may call ocr_fail(), without a lock.
 */
#ifndef SRC_OBSERVE_FULL_H
#define SRC_OBSERVE_FULL_H

struct ocr_runtime;

/* A pool had no object.  If the node's limit is the reason: says what there
 * is of it, once, and ends the job. */
void ocr_full_end(struct ocr_runtime *rt);

#endif
