/* SPDX-License-Identifier: BSD-3-Clause */
/* outcome.h - what follows from an op on a reduction event.
 *
 * It is collected under the lock of the representative, and done when that is
 * free.  Two threads may do that in any order: whoever receives it knows the
 * generation.  Knows the block of a result, who gets it, and what nodes are
 * told; does not know when a result is complete (collective.c).
 *
 * Where a message is not needed the block of a result comes and goes by calls,
 * and a slot of this node is kept (doc/change/PROTOCOL.md, 4.8).
 * Threads: that which does the op.
 */
#ifndef SRC_REDUCE_OUTCOME_H
#define SRC_REDUCE_OUTCOME_H

#include "src/base/opq.h"
#include "src/reduce/representative.h"

#include <stdbool.h>

struct ocr_block;
struct ocr_runtime;

/* So many blocks come, and go, by calls. */
#define OCR_OUTCOME_FEW 4

struct ocr_outcome {
	struct ocr_opq ops;
	struct ocr_opq failed; /* see ocr_outcome_fail() */
	/* Nobody can find them yet. */
	struct ocr_block *made[OCR_OUTCOME_FEW];
	ocrGuid_t gone[OCR_OUTCOME_FEW];
	uint32_t n_made, n_gone;
	bool has_own; /* some of `ops` are for this node */
	bool no_memory;
	bool no_values; /* a broadcast without slot 0 */
};

/* Begins an empty one: its ops lie in *room. */
static inline void
ocr_outcome_begin(struct ocr_outcome *o, union ocr_opq_room *room)
{
	o->ops = ocr_opq_in(room);
	o->failed = (struct ocr_opq){NULL, NULL};
	o->n_made = o->n_gone = 0;
	o->has_own = o->no_memory = o->no_values = false;
}

/* All who wait for generation g of c, which has its result, get its block. */
void ocr_outcome_serve(struct ocr_runtime *rt, struct ocr_collective *c,
		       struct ocr_generation *g, struct ocr_outcome *o);

/* Forgets the oldest generation of c, and its block if that is ours. */
void ocr_outcome_drop(struct ocr_runtime *rt, struct ocr_collective *c,
		      struct ocr_outcome *o);

/* `op`, which came from `from` and waited, has failed. */
void ocr_outcome_fail(struct ocr_outcome *o, ocr_node_t from,
		      const struct ocr_op *op, int err);

/* Does all of it, for event g.  No lock is held. */
void ocr_outcome_settle(struct ocr_runtime *rt, ocrGuid_t g,
			struct ocr_outcome *o);

#endif
