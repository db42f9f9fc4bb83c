/* SPDX-License-Identifier: BSD-3-Clause */
/* waiter.h - who waits for an event: a slot of a task or of another event.
 *
 * Knows how a slot is satisfied; does not know which event does it, or when.
 * Promise: a waiter that is told once is satisfied once, as a delayed effect.
 */
#ifndef SRC_NAMES_WAITER_H
#define SRC_NAMES_WAITER_H

#include "src/base/delivery.h"
#include "src/base/msg.h"

struct ocr_runtime;

/* The op that satisfies its slot with `data`, written to *m. */
union ocr_waiter_op {
	struct ocr_msg_satisfy_edt task;
	struct ocr_msg_satisfy event;
};
const struct ocr_op *ocr_waiter_op(const struct ocr_waiter *w, ocrGuid_t data,
				   union ocr_waiter_op *m);

/* The same one by a GUID by which it is found: a hidden task gets one. */
struct ocr_waiter ocr_waiter_known(struct ocr_runtime *rt,
				   const struct ocr_waiter *w);

/* Satisfies its slot with `data`.  Sends, so never under a lock. */
void ocr_waiter_tell(struct ocr_runtime *rt, const struct ocr_waiter *w,
		     ocrGuid_t data) __attribute__((noinline));

#endif
