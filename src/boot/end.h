/* SPDX-License-Identifier: BSD-3-Clause */
/* end.h - how a job ends: somebody asks node 0, node 0 tells all. */
#ifndef SRC_BOOT_END_H
#define SRC_BOOT_END_H

#include "src/stream/msg.h"

struct ocr_runtime;

int ocr_end_on_request(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);
int ocr_end_on_guest_done(struct ocr_runtime *rt, ocr_node_t from,
			  const struct ocr_op *op);
int ocr_end_on_end(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op);

/* For the fabric: a node is gone, and with it the job. */
void ocr_end_lost(void *rt, ocr_node_t peer, const char *why);

#endif
