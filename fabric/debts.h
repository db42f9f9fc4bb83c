/* SPDX-License-Identifier: BSD-3-Clause */
/* debts.h - ops under way that what leaves this node must not overtake.
 *
 *	A --- op 7 ------------------------------------> B
 *	A --- debts: op 7 to B; op 3 ---> C
 *	                                  C --- debts: A's op 7; op 9 ---> B
 *
 * Whoever need not wait until B has handled op 7 makes it known here instead.
 * From then on this node tells each other node of it, once, right before its
 * next op to that one, which tells others in the same way; but B handles
 * nothing that comes behind it on the same way before op 7 (receive.c).
 *
 * Knows pairs of nodes and numbers of ops; does not know why nobody waited.
 * Promise: what this node sends after ocr_fabric_carry(), and what follows from
 * that on any node, is handled by `to` after the op.
 * Nothing waits in a circle: what is waited for was sent before what waits.  It
 * does not stay behind, either: where a packet leaves that tells of this node's
 * own op, that one leaves as well (peer.tells_own).
 * Threads: any, but where something else is said.  For fabric/ alone.
 */
#ifndef FABRIC_DEBTS_H
#define FABRIC_DEBTS_H

#include "fabric/fabric.h"
#include "fabric/lock.h"

#include <stdatomic.h>
#include <stdbool.h>

struct peer;

/* The fabric's own op, if it carries debts. */
#define OCR_OP_DEBTS 0

/* `to` has this op of `from` to handle. */
struct ocr_known {
	uint32_t from, to;
	uint64_t seq;
};

struct ocr_op_debts {
	struct ocr_op op;
	struct ocr_known known[]; /* one or more */
};

struct ocr_debts {
	struct ocr_lock lock;
	_Atomic uint64_t changes; /* so many, with lock */
	/* By pair, from * nodes + to, with lock: the last op, and the change
	 * that made it that. */
	struct {
		uint64_t seq, change;
	} pairs[];
};

/* For a job of so many nodes.  NULL: no memory. */
struct ocr_debts *ocr_debts_create(uint32_t size);

/* An op that says what p has not been told of, before the next one.  p's lock
 * is held. */
void ocr_debts_tell_locked(struct ocr_fabric *f, struct peer *p)
	__attribute__((noinline));

/* NULL, or why p cannot say so. */
const char *ocr_debts_check(const struct ocr_fabric *f, const struct peer *p,
			    const struct ocr_op *op);

/* Has this node handled what is its own of it?  Inside poll. */
bool ocr_debts_are_met(const struct ocr_fabric *f, const struct ocr_op *op);

/* Makes known what is that of others.  Inside poll. */
void ocr_debts_learn(struct ocr_fabric *f, const struct ocr_op *op)
	__attribute__((noinline));

#endif
