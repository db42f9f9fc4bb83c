/* SPDX-License-Identifier: BSD-3-Clause */
/* dispatch.h - the one way in: from an op to the function that handles it.
 *
 * Ops from other nodes, ops of local tasks and delayed effects all pass
 * through the same table.
 * Threads: workers only; each handles one op after the other.
 */
#ifndef SRC_STREAM_DISPATCH_H
#define SRC_STREAM_DISPATCH_H

#include "src/base/hooks.h"
#include "src/base/msg.h"
#include "src/base/runtime.h"
#include "src/sched/worker.h"

#include <stdbool.h>

/* What the fabric calls for every op that arrives; ctx: the node. */
int ocr_dispatch_deliver(void *ctx, ocr_node_t from, const struct ocr_op *op);

/* Applies an op whose object this node owns, now; then whatever was delayed,
 * unless a handler is running further up.  Returns what the handler
 * returned. */
int ocr_apply(struct ocr_runtime *rt, const struct ocr_op *op);

/* A delayed effect: sends `op` to node `to`, or applies it here once the
 * handler that is running has returned.  So chains of events never nest. */
void ocr_emit(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_op *op);

/* Sends it to another node, and nothing else: what waits here waits on.
 * Returns its number, as ocr_fabric_send(). */
uint64_t ocr_dispatch_send(struct ocr_runtime *rt, ocr_node_t to,
			   const struct ocr_op *op);

/* `op` is about to be sent to another node: bytes may go ahead of it.  Returns
 * the number of the PUSH that brings them, if it has gone with that (rider.h),
 * or 0. */
static inline uint64_t
ocr_dispatch_departs(struct ocr_runtime *rt, ocr_node_t to,
		     const struct ocr_op *op)
{
	const struct ocr_msg_satisfy *m = (const void *)op;

	if ((op->type != OCR_MSG_SATISFY && op->type != OCR_MSG_SATISFY_EDT) ||
	    ocr_guid_is_null(m->data))
		return 0;
	ocr_self->ahead = 0;
	rt->hooks->departs(rt, to, op);
	return ocr_self->ahead;
}

/* A delayed effect whose turn it is; inside a handler, or as that. */
void ocr_dispatch_delayed(struct ocr_runtime *rt, const struct ocr_op *op);

/* Applies what is delayed; for the end of callbacks that are no handlers. */
void ocr_run_delayed(struct ocr_runtime *rt);

/* A creation that carries all of its fixed part? */
bool ocr_dispatch_is_creation(const struct ocr_runtime *rt,
			      const struct ocr_op *op);
/* For handlers: the handler of an op that is inside of another. */
int ocr_dispatch_run(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op);

/* The op will not be handled: who counts on it is told so.  `from`: who has
 * sent it. */
void ocr_dispatch_lose(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);

/* Logs that `op` failed with -errno `err`, naming its object. */
void ocr_dispatch_report(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op, int err)
	__attribute__((cold));

/* What a node gives back, with bytes that are handled (ocr_self->back), is
 * taken: the block that it is about is not what is wanted next, or is not had
 * as it is. */
void ocr_dispatch_take_back(struct ocr_runtime *rt)
	__attribute__((cold, noinline));

/* What an op of that type does, for people: "satisfy event". */
const char *ocr_dispatch_name(const struct ocr_row *rows, unsigned type);

#endif
