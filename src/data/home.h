/* SPDX-License-Identifier: BSD-3-Clause */
/* home.h - the directory of data blocks, at their owner.
 *
 * The home of a block keeps its version, who holds its newest bytes, and the
 * queue of those who want it.  It knows nodes and versions, not pointers.
 *
 *   - RO and CONST are the same here: the reader gets a version that never
 *     changes while it has it.  Readers wait for a writer that is at work,
 *     never hold one back, and take their turn in the queue, so nobody waits
 *     for ever.
 *   - RW is shared by tasks of one node at a time; EW is for one task.
 *   - Bytes stay where they were written.  A holder keeps a version until
 *     those who fetch it have said FETCHED; then it is told to DROP it.
 */
#ifndef SRC_DATA_HOME_H
#define SRC_DATA_HOME_H

#include "src/stream/msg.h"

#include <stdbool.h>
#include <stddef.h>

struct ocr_runtime;

/* Size of one directory entry, for the pool. */
size_t ocr_home_bytes(void);

int ocr_home_on_create(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);
int ocr_home_on_acquire(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_home_on_fetched(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_home_on_release(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_home_on_set_hint(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
int ocr_home_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);

/* The hints of a block of this node.  0 or -ENOENT. */
int ocr_home_get_hint(struct ocr_runtime *rt, ocrGuid_t g, ocrHint_t *h);

/* For a job that is stuck: a block of the pool that somebody waits for, or
 * false. */
struct ocr_home_view {
	ocrGuid_t guid;
	uint32_t writers;  /* that have it */
	ocr_node_t writer; /* their node */
	uint32_t n_waiting;
	ocrGuid_t first; /* of those who wait */
};
bool ocr_home_view(void *home, struct ocr_home_view *v);

/* Frees what an entry holds when a job ends. */
void ocr_home_abandon(void *none, void *home);

#endif
