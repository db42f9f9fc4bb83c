/* SPDX-License-Identifier: BSD-3-Clause */
/* runtime_end.h - how a job ends: somebody asks node 0, node 0 tells all. */
#ifndef SRC_BOOT_RUNTIME_END_H
#define SRC_BOOT_RUNTIME_END_H

#include "fabric/fabric.h"
#include "src/base/msg.h"
#include "src/base/tree.h"

#include <stdbool.h>

struct ocr_runtime;

struct ocr_end {
	/* Fixed after open: runs once when END has come; may be NULL. */
	void (*ended)(struct ocr_runtime *rt);
	/* Those whom this node has told of the end, until they confirm. */
	struct ocr_end_heard {
		struct ocr_confirm confirm;
		struct ocr_runtime *rt;
	} heard[OCR_TREE_ARITY];
	_Atomic uint32_t n_unheard;
	/* Of this node and its children, in the tree of node 0: those below
	 * which no guest has anything more to do. */
	_Atomic uint32_t n_done;
};

int ocr_end_on_request(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);
int ocr_end_on_guest_done(struct ocr_runtime *rt, ocr_node_t from,
			  const struct ocr_op *op);
int ocr_end_on_end(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op);

/* All whom this node has told of the end have heard it: they will not take its
 * own end for a loss. */
bool ocr_end_is_heard(const struct ocr_runtime *rt);

/* After the loss of a node, when no other thread polls: gives the status of the
 * end, if one is under way, some time to come.  The job's exit status. */
unsigned ocr_end_await(struct ocr_runtime *rt);

/* For the fabric: a node is gone, and with it the job. */
void ocr_end_lost(void *rt, ocr_node_t peer, const char *why);

#endif
