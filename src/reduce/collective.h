/* SPDX-License-Identifier: BSD-3-Clause */
/* collective.h - reduction ("collective") events.
 *
 * Each node that takes part has a representative of the event, so that to
 * create, to contribute, to add a dependence and to destroy need no message.
 * Once a generation is complete below a node, its partial result goes up; those
 * at the top tell each other, and the result comes down (PROTOCOL.md, 4.8).
 *
 * Knows generations and the tree; does not know what the operators do
 * (reduce.h), nor where a task finds the result.  Promise: the k-th dependence
 * on a post-slot gets the result of generation k, on whichever nodes its
 * contributors are.
 * Threads: any worker.
 */
#ifndef SRC_REDUCE_COLLECTIVE_H
#define SRC_REDUCE_COLLECTIVE_H

#include "fabric/lock.h"
#include "include/ocr.h"
#include "src/base/msg.h"

#include <stdbool.h>
#include <stddef.h>

struct ocr_runtime;
struct ocr_collective;
struct ocr_stream;

/* Between hosts it counts how many messages are one behind the other, so nodes
 * tell each other what they have as long as it is not more than this.  On one
 * host it counts how many there are: a tree has the fewest. */
#define OCR_TOP_BYTES 2048

/* On one host so many nodes at the most tell the root what they have, which
 * tells them the sum: few enough that its work is not what all wait for. */
#define OCR_GATHER_MOST 16

/* All representatives of one node, by GUID; zeroed is empty. */
struct ocr_collectives {
	struct ocr_lock lock; /* rank OCR_LOCK_REDUCES */
	/* Fixed after open: */
	size_t top_bytes;      /* the same on all nodes; 0 or OCR_TOP_BYTES */
	uint32_t gather_least; /* as well; see ocr_shape_gathers() */
	/* Guarded by lock: */
	struct ocr_collective **buckets;
	size_t n, n_buckets;
};

/* When no thread is inside any more. */
void ocr_collectives_fini(struct ocr_collectives *all);

/* A call of this node creates the event: the calls that follow know its shape,
 * before the op has been applied.  0, -EINVAL (no such event can be), -ENOMEM,
 * -EEXIST (another call did, with the same shape). */
int ocr_collective_ask(struct ocr_runtime *rt, ocrGuid_t g,
		       const struct ocr_shape *shape);
/* What the last call asked for; false: none has, or it was destroyed. */
bool ocr_collective_asked(struct ocr_runtime *rt, ocrGuid_t g,
			  struct ocr_shape *shape);
/* A call destroys it.  False: as above. */
bool ocr_collective_unask(struct ocr_runtime *rt, ocrGuid_t g);
/* That call has failed. */
void ocr_collective_reask(struct ocr_runtime *rt, ocrGuid_t g);

/* The next op of the task that the stream is of, on an event of this node: a
 * call where it may be one.  As ocr_stream_submit(). */
int ocr_collective_submit(struct ocr_stream *s, struct ocr_op *op);

/* COLLECTIVE_*, CONTRIBUTE, PARTIAL, RESULT and BRANCH. */
int ocr_collective_on_op(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);

/* Is it left on this node?  For the end of a job. */
bool ocr_collective_is_left(struct ocr_runtime *rt, ocrGuid_t g);
/* How many are, or have ops that wait for them. */
size_t ocr_collectives_left(struct ocr_runtime *rt);

/* For a job that is stuck: what an event of this node waits for. */
enum ocr_collective_lack {
	OCR_LACK_CREATION, /* `has` ops are for an event that is not there */
	OCR_LACK_OWN,	   /* `has` of `needs` contributions of this node */
	OCR_LACK_NODES,	   /* `has` of `needs` nodes below have sent theirs */
	OCR_LACK_RESULT,   /* node `has` sends the result */
};
struct ocr_collective_view {
	ocrGuid_t guid;
	enum ocr_collective_lack lack;
	uint64_t has, needs, generation;
};
void ocr_collectives_each_stuck(
	struct ocr_runtime *rt,
	void (*say)(void *ctx, const struct ocr_collective_view *v), void *ctx);
/* Each task that waits for one, as it would be told so (STUCK_WAIT).  While
 * others are inside, too. */
void ocr_collectives_explain(struct ocr_runtime *rt,
			     void (*tell)(void *ctx,
					  const struct ocr_msg_stuck_wait *m),
			     void *ctx);

#endif
