/* SPDX-License-Identifier: BSD-3-Clause */
/* ledger.c - see ledger.h. */
#include "src/stream/ledger.h"

#include "src/base/msg.h"
#include "src/base/runtime.h"
#include "src/stream/order.h"

/* Must op, which goes to `to`, wait for that debt?  Who triggers others behind
 * a PARTITION waits for the answer, which also says who has cut the block; one
 * PARTITION triggers nobody who could know of another.  It is the same behind a
 * SPREAD, and one is behind another on its way, too.  The stream does not end
 * before that, so whoever has the answer finds it. */
static bool
waits_for(const struct ocr_debt *d, ocr_node_t to, const struct ocr_op *op,
	  unsigned order)
{
	if (d->node != OCR_NODE_NONE)
		return order & OCR_ORDER_TRIGGERS && d->node != to;
	if (op->type == OCR_MSG_TASK_END)
		return true;
	if (op->type == OCR_MSG_PARTITION && !d->spread)
		return false;
	return order & OCR_ORDER_TRIGGERS && op->type != OCR_MSG_SPREAD;
}

/* The node in whose debt this op is counted. */
static ocr_node_t
creditor(ocr_node_t to, const struct ocr_op *op)
{
	return op->type == OCR_MSG_SPREAD ? OCR_NODE_NONE : to;
}

/* Between two nodes nothing overtakes: what follows from an op of this node
 * comes to the other one behind all that has left. */
static bool
is_in_order(const struct ocr_runtime *rt)
{
	return rt->size == 2;
}

/* Are others told of the debt?  Then all that leaves this node is behind it.
 * The end of the job waits. */
static bool
carries(struct ocr_runtime *rt, const struct ocr_debt *d,
	const struct ocr_op *op)
{
	return rt->protocol == OCR_PROTOCOL_CARRIED &&
	       op->type != OCR_MSG_END_REQUEST &&
	       ocr_fabric_carries(rt->fabric) &&
	       ocr_fabric_carry(rt->fabric, d->node, d->seq);
}

/* May op, which goes to `to`, go instead of waiting for debt number i?  Then it
 * is not owed any more, but leaves: else it might stay until somebody looks,
 * behind a body that takes long.  A guest tells the others in ways of its own,
 * too, also of what its tasks have ended. */
static bool
need_not_wait(struct ocr_ledger *l, struct ocr_runtime *rt, uint32_t i,
	      ocr_node_t to, const struct ocr_op *op)
{
	const struct ocr_debt *d = &l->debts[i];

	if (!ocr_protocol_is_relaxed(rt->protocol) || rt->legacy ||
	    d->node == OCR_NODE_NONE ||
	    !(is_in_order(rt) || carries(rt, d, op)))
		return false;
	ocr_ledger_settle(l, i);
	if (to == rt->self)
		ocr_fabric_flush(rt->fabric);
	return true;
}

uint32_t
ocr_ledger_obstacle(struct ocr_ledger *l, struct ocr_runtime *rt, ocr_node_t to,
		    const struct ocr_op *op)
{
	unsigned order = OCR_ORDER_TRIGGERS;
	uint32_t i = 0;

	if (!l->n)
		return OCR_LEDGER_NOTHING;
	if (rt->protocol == OCR_PROTOCOL_IMMEDIATE)
		return 0;
	if (ocr_protocol_is_relaxed(rt->protocol))
		order = ocr_order_of(op);
	while (i < l->n)
		if (!waits_for(&l->debts[i], to, op, order))
			i++;
		else if (!need_not_wait(l, rt, i, to, op))
			return i;
	/* There must be room for what it will owe. */
	if (order & OCR_ORDER_SEEN && to != rt->self &&
	    l->n == OCR_LEDGER_DEBTS &&
	    !ocr_ledger_find(l, creditor(to, op)) &&
	    !need_not_wait(l, rt, 0, to, op))
		return 0;
	return OCR_LEDGER_NOTHING;
}

void
ocr_ledger_owe(struct ocr_ledger *l, const struct ocr_runtime *rt,
	       ocr_node_t to, uint64_t seq, const struct ocr_op *op)
{
	if (op->type == OCR_MSG_SPREAD)
		return;
	if (ocr_protocol_is_relaxed(rt->protocol) &&
	    !(ocr_order_of(op) & OCR_ORDER_SEEN))
		return;
	ocr_ledger_open(l, to)->seq = seq;
}

void
ocr_ledger_demand(const struct ocr_ledger *l, struct ocr_runtime *rt,
		  ocr_node_t to, uint32_t first)
{
	for (uint32_t i = first + 1; i < l->n; i++)
		if (l->debts[i].node != to &&
		    l->debts[i].node != OCR_NODE_NONE)
			ocr_fabric_confirm(rt->fabric, l->debts[i].node,
					   l->debts[i].seq, NULL);
}
