/* SPDX-License-Identifier: BSD-3-Clause */
/* audit.h - does a worker sleep beside a task that it could run?
 *
 * Only with --enable-debug, and OCR_AUDIT=1: a thread looks ten times a
 * millisecond. No time is judged.  Each thread of the runtime says when it is
 * *at rest*: it runs a body, outside of calls, or sleeps; else it looks for
 * work, or has made a task ready and has not yet woken who is to run it.  If
 * all are at rest, and all of them still are, unmoved, after the look, then
 * what was seen was there at one moment:
 *
 *   a worker sleeps, nobody has woken it, and there is a task for it, or
 *   no thread watches the network, and nobody will
 *
 * which is a wake-up that was lost, and ends the process.
 */
#ifndef SRC_SCHED_AUDIT_H
#define SRC_SCHED_AUDIT_H

#include "fabric/fence.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ocr_runtime;

/* Of a thread, which alone changes it.  Odd: it is not at rest. */
struct ocr_audit {
	_Atomic uint64_t moves;
};

#ifdef OCR_DEBUG
bool ocr_audit_is_on(void);
/* The body of the thread that looks; returns after ocr_sched_stop(). */
void ocr_audit_watch(struct ocr_runtime *rt);

/* From here on it is at rest, or not.  What it was. */
static inline bool
ocr_audit_rest(struct ocr_audit *a, bool rests)
{
	uint64_t n = atomic_load_explicit(&a->moves, memory_order_relaxed);
	bool rested = n % 2 == 0;

	if (rested == rests)
		return rested;
	/* Before what it makes ready, behind whom it has woken: pairs with
	 * audit.c */
	atomic_store_explicit(&a->moves, n + 1, memory_order_seq_cst);
	ocr_full_fence();
	return rested;
}
#else
static inline bool
ocr_audit_is_on(void)
{
	return false;
}

static inline void
ocr_audit_watch(struct ocr_runtime *rt)
{
	(void)rt;
}

static inline bool
ocr_audit_rest(struct ocr_audit *a, bool rests)
{
	(void)a;
	return rests;
}
#endif

#endif
