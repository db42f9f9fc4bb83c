/* SPDX-License-Identifier: BSD-3-Clause */
/* refused.h - the ledger of calls that were refused.
 *
 * Counts the calls of this node that have returned an error, by call and code,
 * and operations that were refused later, with the first place and task of
 * each.  Its memory is bounded; what does not fit is counted as a whole.  It
 * costs nothing until a call is refused.
 * Threads: any.
 */
#ifndef SRC_OBSERVE_REFUSED_H
#define SRC_OBSERVE_REFUSED_H

#include "fabric/node.h"
#include "src/observe/reason.h"
#include "src/task/who.h"

#include <stdbool.h>
#include <stdint.h>

struct ocr_op;
struct ocr_refused;
struct ocr_runtime;

/* NULL: no memory. */
struct ocr_refused *ocr_refused_create(void);
void ocr_refused_destroy(struct ocr_refused *l);

/* One call that has returned an error. */
struct ocr_refusal {
	const char *call; /* its name, which stays */
	const void *site; /* where the program called, or NULL */
	u8 code;
	struct ocr_who who;
	struct ocr_reason reason;
};

/* rt NULL: the thread belongs to no node. */
void ocr_refused_note(struct ocr_runtime *rt, const struct ocr_refusal *r);

/* An op from node `from` that failed here with -errno `err`, after its call
 * had returned. */
void ocr_refused_later(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op, int err);

/* Says on standard error, once, which calls of this node have returned errors:
 * how many, by call and code, and the first place of each; nothing if none
 * has. */
void ocr_refused_list(struct ocr_runtime *rt);

#endif
