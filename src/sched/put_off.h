/* SPDX-License-Identifier: BSD-3-Clause */
/* put_off.h - may what a task has sent wait for the end of the next one?
 *
 * A packet takes its sender longer to send than a short task takes to run, so
 * it had better take along what the next task sends.  Nobody knows how long
 * that one will run: so it is tried.  Where it takes longer than a packet is
 * worth, and others have not gained as much, it is not tried again for a while,
 * which is twice as long after each failure.
 *
 * Knows what happened when it was tried; does not know tasks, packets, or the
 * clock.
 * Threads: one.
 */
#ifndef SRC_SCHED_PUT_OFF_H
#define SRC_SCHED_PUT_OFF_H

#include <stdbool.h>
#include <stdint.h>

/* So long the next task may take: what a packet of its own costs, which is 3 to
 * 6 us by TCP, and then some is gained. */
#define OCR_PUT_OFF_NS 2000
/* What has been lost and not gained since: where it is more, it is tried
 * seldom; and it never counts as more than that. */
#define OCR_PUT_OFF_DEBT_NS	64000
#define OCR_PUT_OFF_DEBT_MAX_NS 256000
#define OCR_PUT_OFF_REST_MAX	1023

struct ocr_put_off {
	uint32_t debt_ns;
	uint32_t rest; /* so many sends after a failure it is not tried */
	uint32_t left; /* of them */
};

/* Something is sent that could be put off if another task is at hand: shall it
 * be? */
static inline bool
ocr_put_off_try(struct ocr_put_off *p)
{
	if (__builtin_expect(!p->left, 1))
		return true;
	p->left--;
	return false;
}

/* It was, for so long. */
static inline void
ocr_put_off_took(struct ocr_put_off *p, uint64_t ns)
{
	if (__builtin_expect(ns <= OCR_PUT_OFF_NS, 1)) {
		p->debt_ns -= p->debt_ns < OCR_PUT_OFF_NS ? p->debt_ns
							  : OCR_PUT_OFF_NS;
		if (p->debt_ns <= OCR_PUT_OFF_DEBT_NS)
			p->rest = 0;
		return;
	}
	p->debt_ns = ns < OCR_PUT_OFF_DEBT_MAX_NS - p->debt_ns
			     ? p->debt_ns + (uint32_t)ns
			     : OCR_PUT_OFF_DEBT_MAX_NS;
	if (p->debt_ns <= OCR_PUT_OFF_DEBT_NS)
		return;
	if (p->rest < OCR_PUT_OFF_REST_MAX)
		p->rest = 2 * p->rest + 1;
	p->left = p->rest;
}

#endif
