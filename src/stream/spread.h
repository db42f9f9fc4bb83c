/* SPDX-License-Identifier: BSD-3-Clause */
/* spread.h - an op for all nodes, over a tree.
 *
 * The root's stream sends SPREAD to its children, who do the op, pass it on to
 * theirs, and answer with SPREAD_DONE when all below have done it.  The stream
 * keeps back what could set others in motion until all its children have
 * answered (stream.c), so whoever hears of the op's object finds it on his own
 * node.  Ops of one root reach each node in the order in which they were
 * spread.
 * Knows the tree and who has not answered; does not know what the op does.
 * Threads: see each function.
 */
#ifndef SRC_STREAM_SPREAD_H
#define SRC_STREAM_SPREAD_H

#include "fabric/lock.h"
#include "src/base/msg.h"

struct ocr_runtime;
struct ocr_stream;
struct ocr_spread;

struct ocr_spreads {
	struct ocr_lock lock; /* rank OCR_LOCK_SPREADS */
	/* Guarded by lock: */
	uint64_t n; /* begun here, ever */
	struct ocr_spread *under_way;
};

/* The next op of the task that s belongs to: `op`, for all nodes, and this one
 * first, in the stream's order or at once.  0; what it says here, or -ENOMEM, and
 * nobody has heard of it; or the last that was heard.  From the thread that may
 * submit to s. */
int ocr_spread(struct ocr_stream *s, struct ocr_op *op, bool in_order);

/* The longest op that can be spread. */
#define OCR_SPREAD_MAX_BYTES (OCR_OP_MAX_BYTES - sizeof(struct ocr_msg_spread))

int ocr_spread_on_spread(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
int ocr_spread_on_done(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);

/* Frees what a stopped job has left behind. */
void ocr_spreads_fini(struct ocr_spreads *all);

#endif
