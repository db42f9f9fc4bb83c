/* SPDX-License-Identifier: BSD-3-Clause */
/* row.h - what a node knows of a kind of message.
 *
 * The room that owns a message handles it; boot/ops.c makes one table of all,
 * and gives it to the node.  stream/dispatch.c looks into it.
 */
#ifndef SRC_BASE_ROW_H
#define SRC_BASE_ROW_H

#include "fabric/node.h"

struct ocr_op;
struct ocr_runtime;

/* Does what the op says, on an object of this node: 0 or -errno. */
typedef int ocr_handler_fn(struct ocr_runtime *rt, ocr_node_t from,
			   const struct ocr_op *op);

struct ocr_row {
	const char *name;   /* for people: "satisfy event" */
	uint32_t min_bytes; /* of its fixed part */
	ocr_handler_fn *fn;
	/* It will never be handled, and somebody counts on it; or NULL. */
	void (*lost)(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op);
};

#endif
