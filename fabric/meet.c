/* SPDX-License-Identifier: BSD-3-Clause */
/* meet.c - a fence of PMIx, with the network going on.
 *
 * The answer comes on a thread of PMIx, which wakes this node; so the fabric
 * must not be closed between its two steps.
 *
 *   WAITING --> TELLING --> TOLD      on_fence
 *      |
 *      +------> GIVEN_UP              ocr_meet_others, too late after an abort
 *                                     or the loss of a node
 */
#include "fabric/meet.h"

#include "fabric/clock.h"
#include "fabric/fabric.h"
#include "fabric/job.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* So long a node sleeps at most before it looks at the time. */
#define NAP_MS 100

/* So long it looks which node is missing: one that is killed hangs up before it
 * has ended, and wants a processor in between. */
#define NAME_MS 2000

enum { WAITING, TELLING, TOLD, GIVEN_UP };

struct fence {
	struct ocr_fabric *fabric;
	int status; /* of the answer; written before TELLING */
	_Atomic uint32_t state;
};

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

	f->status = status;
	if (!leave_waiting(f, TELLING)) {
		free(f);
		return;
	}
	ocr_fabric_interrupt(f->fabric);
	atomic_store_explicit(&f->state, TOLD, memory_order_release);
	/* f may be gone. */
}

/* The server may know of a death before this node does: until it can be named.
 */
static void
find_lost(struct ocr_fabric *f)
{
	int64_t until = ocr_clock_ms() + NAME_MS, left;

	while (!ocr_fabric_lost(f) && (left = until - ocr_clock_ms()) > 0)
		if (!ocr_fabric_poll(f))
			ocr_fabric_wait(f, (int)left);
}

/* Until the answer is there; or, for one that need not come, for a while. */
static int
wait_for(struct fence *f, unsigned status, bool *given_up)
{
	int64_t since = -1; /* it is waited for no longer than a while */

	while (atomic_load_explicit(&f->state, memory_order_acquire) ==
	       WAITING) {
		if (!ocr_fabric_poll(f->fabric))
			ocr_fabric_wait(f->fabric, NAP_MS);
		if (since < 0 && (status || ocr_fabric_lost(f->fabric)))
			since = ocr_clock_ms();
		if (since < 0 || ocr_clock_ms() - since < OCR_GRACE_S * 1000)
			continue;
		*given_up = leave_waiting(f, GIVEN_UP);
		if (*given_up)
			return status ? -ETIMEDOUT : -EHOSTDOWN;
	}
	while (atomic_load_explicit(&f->state, memory_order_acquire) != TOLD)
		sched_yield();
	/* Servers end a fence that a process has died before. */
	if (f->status == 0)
		return 0;
	find_lost(f->fabric);
	return -EHOSTDOWN;
}

int
ocr_meet_others(struct ocr_job *j, struct ocr_fabric *fabric, unsigned status)
{
	struct fence *f = calloc(1, sizeof(*f));
	bool given_up = false;
	int err;

	if (!f)
		return -ENOMEM;
	f->fabric = fabric;
	err = ocr_job_fence(j, on_fence, f);
	if (err == 0)
		err = wait_for(f, status, &given_up);
	/* Given up, it is the answer's, if one still comes. */
	if (!given_up)
		free(f);
	return err;
}
