/* SPDX-License-Identifier: BSD-3-Clause */
/* strict.h - strict mode: who did it, with which call, and to what.
 *
 * Knows where each object was created and which call this node made last on
 * an object; does not know what is wrong, which is told by the return value of
 * a call, or by the owner of the object later.
 * Without OCR_STRICT there is no struct ocr_strict, and it costs the test of a
 * pointer for each call.
 * Threads: any.
 */
#ifndef SRC_OBSERVE_STRICT_H
#define SRC_OBSERVE_STRICT_H

#include "include/ocr-types.h"
#include "src/base/msg.h"

#include <stdbool.h>

struct ocr_edt;
struct ocr_refusal;
struct ocr_runtime;
struct ocr_strict;

/* Some node of this process is in strict mode.  Hidden: each call looks. */
extern bool ocr_strict_on __attribute__((visibility("hidden")));

/* NULL: no memory.  Before there are other threads. */
struct ocr_strict *ocr_strict_create(void);
void ocr_strict_destroy(struct ocr_strict *s);

/* A call of the task `t`, with the function's name and the address to which it
 * returns. */
struct ocr_call {
	const char *name;
	const void *site;
	ocrGuid_t object;
	const struct ocr_call *outer; /* that it is made in, or NULL */
};

/* Before the call: it may change its object by an op of that type. */
void ocr_strict_enter(struct ocr_edt *t, const struct ocr_call *c,
		      uint16_t type);
/* After it, if it has returned an error.  rt NULL: by a thread that belongs to
 * no node. */
void ocr_strict_refused(struct ocr_runtime *rt, const struct ocr_call *c,
			uint16_t type, const struct ocr_refusal *r);
/* After a call that has created its object. */
void ocr_strict_created(struct ocr_edt *t, const struct ocr_call *c);

/* Node `to` gets a block: tells it where that was created. */
void ocr_strict_tell(struct ocr_runtime *rt, ocrGuid_t g, ocr_node_t to);

/* An op that came from node `from` has failed here with -errno `err`: the node
 * that asked for it says who did.  True: that has been said. */
bool ocr_strict_failed(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op, int err);

/* The task satisfies `event` with `data`: a warning if it has written that
 * block and not released it. */
void ocr_strict_passed(struct ocr_edt *t, ocrGuid_t event, ocrGuid_t data);

/* A mistake of the program that was found by other means has been reported. */
void ocr_strict_count(struct ocr_runtime *rt);
/* How many have been; says so, and what it means for the job, if there are
 * any. */
uint64_t ocr_strict_verdict(struct ocr_runtime *rt);

/* " (created at main (solver.c:12))" (src/base/where.h), or "" if that is not
 * known.  Into buf of at least OCR_STRICT_TEXT bytes. */
#define OCR_STRICT_TEXT 320
void ocr_strict_origin(struct ocr_runtime *rt, ocrGuid_t g, char *buf);

/* Lists what was created and never destroyed, by place.  After the workers
 * have stopped. */
void ocr_strict_leaks(struct ocr_runtime *rt);

int ocr_strict_on_place(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_strict_on_misuse(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);

#endif
