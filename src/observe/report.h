/* SPDX-License-Identifier: BSD-3-Clause */
/* report.h - an op has failed where its object is, and nobody waits for it. */
#ifndef SRC_OBSERVE_REPORT_H
#define SRC_OBSERVE_REPORT_H

#include "fabric/node.h"

struct ocr_op;
struct ocr_runtime;

/* Says so, naming its object; whoever waits for its outcome is told instead. */
void ocr_report_failed(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op, int err);

#endif
