/* SPDX-License-Identifier: BSD-3-Clause */
/* meet.c - a fence of PMIx, with the network going on.
 *
 * The answer comes on a thread of PMIx, which wakes this node; so the fabric
 * must not be closed between its two steps.
 *
 *   WAITING --> TELLING --> TOLD      on_fence
 *      |
 *      +------> GIVEN_UP              ocr_meet_others, too late after an abort
 */
#include "fabric/meet.h"

#include "fabric/fabric.h"
#include "fabric/job.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/* So long a node sleeps at most before it looks at the time. */
#define NAP_MS 100

enum { WAITING, TELLING, TOLD, GIVEN_UP };

struct fence {
	struct ocr_fabric *fabric;
	_Atomic uint32_t state;
};

static bool
late(const struct timespec *since)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec - since->tv_sec > OCR_GRACE_S;
}

/* True if this thread was the one that left WAITING. */
static bool
leave_waiting(struct fence *f, uint32_t to)
{
	uint32_t from = WAITING;

	return atomic_compare_exchange_strong_explicit(&f->state, &from, to,
						       memory_order_acq_rel,
						       memory_order_acquire);
}

static void
on_fence(void *arg, int status)
{
	struct fence *f = arg;

	(void)status;
	if (!leave_waiting(f, TELLING)) {
		free(f);
		return;
	}
	ocr_fabric_interrupt(f->fabric);
	atomic_store_explicit(&f->state, TOLD, memory_order_release);
	/* f may be gone. */
}

void
ocr_meet_others(struct ocr_job *j, struct ocr_fabric *fabric, unsigned status)
{
	struct fence *f = calloc(1, sizeof(*f));
	struct timespec begin;

	if (!f)
		return;
	f->fabric = fabric;
	clock_gettime(CLOCK_MONOTONIC, &begin);
	if (ocr_job_fence(j, on_fence, f)) {
		free(f);
		return;
	}
	while (atomic_load_explicit(&f->state, memory_order_acquire) ==
	       WAITING) {
		if (!ocr_fabric_poll(fabric))
			ocr_fabric_wait(fabric, NAP_MS);
		/* f is the answer's then, if one still comes. */
		if (status && late(&begin) && leave_waiting(f, GIVEN_UP))
			return;
	}
	while (atomic_load_explicit(&f->state, memory_order_acquire) != TOLD)
		sched_yield();
	free(f);
}
