/* SPDX-License-Identifier: BSD-3-Clause */
/* ask.h - a body asks the owner of an object, and waits for the answer.
 *
 * Knows which questions there are; who answers them is the object's file, and
 * how a body waits is sched/wait.h.  A question is an op of the asking task's
 * stream: the answer knows of everything that the task has done before.
 */
#ifndef SRC_TASK_ASK_H
#define SRC_TASK_ASK_H

#include "guidmap/guid.h"
#include "src/base/msg.h"

#include <stdbool.h>

struct ocr_edt;
struct ocr_runtime;

/* An op that asks about an object. */
struct ocr_question {
	const char *call; /* of the program, for people */
	ocrGuid_t about;  /* as the answer says it */
	struct ocr_op *op;
	uint64_t *number; /* in op: to be set before it is submitted */
};

/* Sends the question to node `to`, and waits for the answer.  0, and *a is set;
 * the -errno in the answer; or another, and *q->number is 0 if the op was not
 * submitted because this task cannot wait. */
int ocr_ask_question(struct ocr_edt *t, ocr_node_t to,
		     const struct ocr_question *q, struct ocr_answer *a);

/* Asks for `what`; t is the calling task.  0, and *a is set; or -errno, and
 * then the question has not been answered. */
int ocr_ask(struct ocr_edt *t, const char *call, ocrGuid_t g, enum ocr_ask what,
	    struct ocr_answer *a);

/* Releases the file, and returns when it is closed.  0; -EIO: bytes are lost;
 * -EPERM: it is released already; or another -errno. */
int ocr_ask_close(struct ocr_edt *t, ocrGuid_t file);

/* What an owner would answer here and now.  g is of this node.
 * The kind of the object that g names, OCR_GUID_NULL if there is none: not any
 * more, or, of a label, not yet. */
enum ocr_guid_kind ocr_ask_kind_here(struct ocr_runtime *rt, ocrGuid_t g);
/* The hints of the object; *h is initialised.  0, -ENOENT or -EINVAL. */
int ocr_ask_hint_here(struct ocr_runtime *rt, ocrGuid_t g, ocrHint_t *h);

int ocr_ask_on_ask(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op);
int ocr_ask_on_tell(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op);

#endif
