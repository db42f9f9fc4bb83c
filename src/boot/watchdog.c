/* SPDX-License-Identifier: BSD-3-Clause */
/* watchdog.c - a thread that sleeps for the grace, and ends the process. */
#include "src/boot/watchdog.h"

#include "fabric/log.h"
#include "fabric/meet.h"
#include "fabric/thread_name.h"
#include "src/boot/runtime_end.h"
#include "src/boot/runtime.h"
#include "src/observe/refused.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* After the grace, for those that have not yet heard of an abort, on a crowded
 * machine, too. */
#define HEARD_MS      2000
#define HEARD_TICK_MS 10

static _Atomic bool teller_found;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
	struct ocr_runtime *rt; /* guarded by lock; NULL: it closes */
	unsigned status;
} watched;

void
ocr_watchdog_begin(void)
{
	atomic_store_explicit(&teller_found, false, memory_order_relaxed);
}

bool
ocr_watchdog_may_tell(void)
{
	return !atomic_exchange_explicit(&teller_found, true,
					 memory_order_acq_rel);
}

static bool
is_heard(void)
{
	bool heard;

	pthread_mutex_lock(&lock);
	heard = !watched.rt || ocr_end_is_heard(watched.rt);
	pthread_mutex_unlock(&lock);
	return heard;
}

/* Who has not heard of the end would take the end of this process for a loss,
 * and tell another exit status.  Not for long: it may be lost itself. */
static void
wait_until_heard(void)
{
	static const struct timespec tick = {.tv_nsec =
						     HEARD_TICK_MS * 1000000};

	for (int ms = 0; ms < HEARD_MS && !is_heard();
	     ms += HEARD_TICK_MS)
		nanosleep(&tick, NULL);
}

/* Of a node that its thread does not close any more: it waits for the end. */
static void
tell(void)
{
	struct ocr_runtime *rt;

	pthread_mutex_lock(&lock);
	rt = watched.rt;
	pthread_mutex_unlock(&lock);
	if (rt && !rt->strict)
		ocr_refused_list(rt);
}

static void *
watch(void *arg)
{
	struct timespec grace = {.tv_sec = OCR_GRACE_S};

	(void)arg;
	ocr_thread_name("ocr-watchdog");
	nanosleep(&grace, NULL);
	wait_until_heard();
	if (!ocr_watchdog_may_tell()) {
		/* All tasks have returned: the rest ends by itself, if late on
		 * a crowded machine, or hangs in a library. */
		grace.tv_sec = 10 * OCR_GRACE_S;
		nanosleep(&grace, NULL);
	} else {
		tell();
	}
	ocr_log_repeats(OCR_LOG_NOBODY);
	fflush(NULL);
	_exit((int)watched.status);
}

void
ocr_watchdog_release(struct ocr_runtime *rt, unsigned status)
{
	pthread_t t;

	pthread_mutex_lock(&lock);
	watched.rt = rt;
	watched.status = status;
	pthread_mutex_unlock(&lock);
	if (!pthread_create(&t, NULL, watch, NULL))
		pthread_detach(t);
}

void
ocr_watchdog_forget(void)
{
	pthread_mutex_lock(&lock);
	watched.rt = NULL;
	pthread_mutex_unlock(&lock);
}
