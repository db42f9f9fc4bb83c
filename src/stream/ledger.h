/* SPDX-License-Identifier: BSD-3-Clause */
/* ledger.h - what the ops of one task that have left still owe.
 *
 * Knows by the protocol (order.h) which ops are owed for, and which later ones
 * must not go before a debt is confirmed; does not wait, and knows nothing of
 * queues.
 * Threads: the stream's producer while it flows, its drainer otherwise.
 */
#ifndef SRC_STREAM_LEDGER_H
#define SRC_STREAM_LEDGER_H

#include "fabric/fabric.h"

#include <stdbool.h>
#include <stddef.h>

struct ocr_runtime;

/* The last op to a node that later ops may have to wait for.  With
 * OCR_NODE_NONE for the node: so many ops that are answered, PARTITIONs with
 * PARTED and SPREADs with SPREAD_DONE.
 */
struct ocr_debt {
	uint64_t seq;
	ocr_node_t node;
	bool spread; /* one of the answers is to a SPREAD */
};

/* Ops to more nodes than that wait as if they were triggering. */
#define OCR_LEDGER_DEBTS 4

struct ocr_ledger {
	uint32_t n;
	struct ocr_debt debts[OCR_LEDGER_DEBTS];
};

/* Takes debt number i off. */
static inline void
ocr_ledger_settle(struct ocr_ledger *l, uint32_t i)
{
	l->debts[i] = l->debts[--l->n];
}

/* NULL: nothing is owed to it. */
static inline struct ocr_debt *
ocr_ledger_find(struct ocr_ledger *l, ocr_node_t node)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->debts[i].node == node)
			return &l->debts[i];
	return NULL;
}

/* The debt to that node, with nothing owed yet if there was none. */
static inline struct ocr_debt *
ocr_ledger_open(struct ocr_ledger *l, ocr_node_t node)
{
	struct ocr_debt *d = ocr_ledger_find(l, node);

	if (d)
		return d;
	d = &l->debts[l->n++];
	*d = (struct ocr_debt){.node = node};
	return d;
}

/* op has left for `to` with that number: is it owed for from now on? */
void ocr_ledger_owe(struct ocr_ledger *l, const struct ocr_runtime *rt,
		    ocr_node_t to, uint64_t seq, const struct ocr_op *op);

/* The number of a debt that must be confirmed before op goes to `to`, or
 * OCR_LEDGER_NOTHING.  What need not be waited for, if others are told of it,
 * or if all of it leaves, is not owed any more. */
#define OCR_LEDGER_NOTHING UINT32_MAX
uint32_t ocr_ledger_obstacle(struct ocr_ledger *l, struct ocr_runtime *rt,
			     ocr_node_t to, const struct ocr_op *op);

/* Asks for all but the first, an obstacle, that an op for `to` may have to wait
 * for, so that the waits overlap. */
void ocr_ledger_demand(const struct ocr_ledger *l, struct ocr_runtime *rt,
		       ocr_node_t to, uint32_t first);

#endif
