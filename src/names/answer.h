/* SPDX-License-Identifier: BSD-3-Clause */
/* answer.h - what the owner of an object says to a body that waits for it. */
#ifndef SRC_NAMES_ANSWER_H
#define SRC_NAMES_ANSWER_H

#include "src/base/msg.h"

#include <stdbool.h>

struct ocr_runtime;

/* Answers question `number` of node `to` about g; no answer if it is 0. */
void ocr_answer_tell(struct ocr_runtime *rt, ocr_node_t to, ocrGuid_t g,
		     uint64_t number, const struct ocr_answer *a);

/* The op has failed.  True: a body waits for it, and hears of it. */
bool ocr_answer_is_refused(struct ocr_runtime *rt, ocr_node_t from,
			   const struct ocr_op *op, int err);

#endif
