/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_whole.h - a task that came with all that it waits for.
 *
 * What rides on its creation (stream/rider.h) has satisfied its slots, without
 * blocks, and said who waits for its output event: so it is ready at once, and
 * nobody here has to find it.  Neither it nor its output event gets a place in
 * the map, and the event none at all: the task tells who waits.  What comes for
 * one of them meanwhile is parked, and meets it at the end of the task, or when
 * its body waits.  PROTOCOL.md, 4.17.
 *
 * Knows where such a task keeps who waits; does not know when it runs.
 * Threads: who acts for the task.
 */
#ifndef SRC_TASK_EDT_WHOLE_H
#define SRC_TASK_EDT_WHOLE_H

#include "src/base/delivery.h"
#include "src/stream/direct.h"
#include "src/task/edt.h"
#include "src/task/edt_life.h"

#include <stdbool.h>

/* Who waits for the output event; dest is NULL_GUID: nobody.  Behind parameters
 * and slots, which leave room. */
#define OCR_EDT_WHOLE_BYTES (OCR_EDT_NEAR_BYTES - sizeof(struct ocr_waiter))
static inline struct ocr_waiter *
ocr_edt_whole_waiter(struct ocr_edt *t)
{
	return (struct ocr_waiter *)(void *)((char *)t->near +
					     OCR_EDT_WHOLE_BYTES);
}

/* May the task that b says be whole, if its slots are satisfied without blocks?
 */
bool ocr_edt_whole_may(struct ocr_runtime *rt, const struct ocr_edt_birth *b);

/* The same of one in brief, whose flags and names are as they have to be. */
static inline bool
ocr_edt_whole_fits(const struct ocr_runtime *rt, const struct ocr_edt_birth *b)
{
	return ocr_edt_words_bytes(b) <= OCR_EDT_WHOLE_BYTES && !rt->strict &&
	       !rt->legacy && !ocr_direct_by_message(rt);
}

/* As ocr_edt_make_ridden(), of such a one.  It is ready. */
int ocr_edt_whole_make(struct ocr_runtime *rt, struct ocr_edt_birth *b,
		       const struct ocr_msg_rider *r, uint32_t n);

/* The same of one whose slots have the default mode, and whose output event
 * that one waits for; dest is NULL_GUID: nobody. */
int ocr_edt_whole_make_for(struct ocr_runtime *rt, struct ocr_edt_birth *b,
			   struct ocr_waiter waits);

/* Its output event is satisfied, with `data`, by the stream of t.  False: that
 * is an event now, which nobody has satisfied. */
bool ocr_edt_whole_tell(struct ocr_edt *t, ocrGuid_t data);

/* It is a task like any other from here on, found as any: before its body
 * waits. */
void ocr_edt_whole_show(struct ocr_edt *t) __attribute__((noinline));
static inline void
ocr_edt_be_found(struct ocr_edt *t)
{
	if (__builtin_expect(t->whole, 0))
		ocr_edt_whole_show(t);
}

/* It has told who waits, and ends later: its end is an op that waits. */
void ocr_edt_whole_linger(struct ocr_edt *t) __attribute__((noinline));

/* Is g such a task of this node, which has no hints but its place?  That is
 * answered at once: who asks waits. */
bool ocr_edt_whole_lives(struct ocr_runtime *rt, ocrGuid_t g);

/* Its end.  False: somebody has asked for it; it is a task like any other now.
 */
bool ocr_edt_whole_end(struct ocr_worker *w, struct ocr_edt *t);

/* Will nobody have found t, which ends? */
static inline bool
ocr_edt_ends_unseen(struct ocr_worker *w, struct ocr_edt *t)
{
	return t->hidden && (!t->whole || ocr_edt_whole_end(w, t));
}

#endif
