/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric_pair_event.h - something that a thread waits for.
 *
 * Happens when a handler says so, when the peer confirms, or when a transfer
 * is done.  Does not know what it is that happens.
 * Promise: each time it happens ends one wait, also one that begins later.
 * Threads: any.
 */
#ifndef TESTS_CLUSTER_FABRIC_PAIR_EVENT_H
#define TESTS_CLUSTER_FABRIC_PAIR_EVENT_H

#include "fabric/fabric.h"

#include <pthread.h>

struct pair_event {
	/* Lent to the fabric; each makes the event happen. */
	struct ocr_confirm confirm;
	struct ocr_transfer transfer;

	pthread_mutex_t lock;
	pthread_cond_t changed;
	/* Guarded by lock: */
	int happened;
	int status;
};

/* In the caller's memory, before any other thread knows of it. */
void pair_event_init(struct pair_event *e);

void pair_event_set(struct pair_event *e, int status);

/* Waits until it has happened once more, and forgets that.  Returns the status
 * with which it was set last. */
int pair_event_wait(struct pair_event *e);

#endif
