/* SPDX-License-Identifier: BSD-3-Clause */
/* dispatch.h - the one way in: from an op to the function that handles it.
 *
 * Ops from other nodes, ops of local tasks and delayed effects all pass
 * through the same table.
 * Threads: workers only; each handles one op after the other.
 */
#ifndef SRC_STREAM_DISPATCH_H
#define SRC_STREAM_DISPATCH_H

#include "src/base/msg.h"

#include <stdbool.h>

struct ocr_runtime;

/* For ocr_fabric_open(). */
extern const struct ocr_op_handler ocr_dispatch_table[OCR_MSG_TYPES];

/* Applies an op whose object this node owns, now; then whatever was delayed,
 * unless a handler is running further up.  Returns what the handler
 * returned. */
int ocr_apply(struct ocr_runtime *rt, const struct ocr_op *op);

/* A delayed effect: sends `op` to node `to`, or applies it here once the
 * handler that is running has returned.  So chains of events never nest. */
void ocr_emit(struct ocr_runtime *rt, ocr_node_t to, const struct ocr_op *op);

/* Applies what is delayed; for the end of callbacks that are no handlers. */
void ocr_run_delayed(struct ocr_runtime *rt);

/* A creation that carries all of its fixed part? */
bool ocr_dispatch_is_creation(const struct ocr_op *op);
/* For handlers: the handler of an op that is inside of another. */
int ocr_dispatch_run(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op);

/* Logs that `op` failed with -errno `err`, naming its object. */
void ocr_dispatch_report(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op, int err);

/* For handlers: the object that `op`, which came from `from`, is about.  NULL:
 * the op is parked until there is one (*err 0), the object is gone (-ENOENT),
 * or g was never a GUID of this node (-EINVAL). */
void *ocr_object_of(struct ocr_runtime *rt, ocrGuid_t g, ocr_node_t from,
		    const struct ocr_op *op, int *err);

/* What an op of that type does, for people: "satisfy event". */
const char *ocr_dispatch_name(unsigned type);

#endif
