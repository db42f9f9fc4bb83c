/* SPDX-License-Identifier: BSD-3-Clause */
/* hog.h - warns of a task that runs long while nothing else can.
 *
 * A task that waits for another one in a loop keeps its worker: the other one
 * may never run.  Such a loop cannot be told from a long computation, so what
 * is said is what can be seen: no worker of the node has begun, ended or gone
 * on with a body for the time of OCR_LONG_TASK_MS, and
 *
 *   a task is ready, and waits for a worker, or
 *   one body runs, all other workers sleep, and there are other tasks
 *
 * Knows what each worker runs (worker.h); does not know what a body does.
 * Promise: one line while nothing changes; who was wrong waits twice as long
 * the next time.  Nobody is woken for it while all workers sleep. Threads: a
 * thread of its own looks; where there is none, nobody does.
 */
#ifndef SRC_OBSERVE_HOG_H
#define SRC_OBSERVE_HOG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ocr_runtime;

/*   LOOKING --> ASLEEP --> LOOKING
 *      |           |
 *      +--> OVER <-+
 *
 *   LOOKING -> ASLEEP   ocr_hog_watch  all workers sleep
 *   ASLEEP  -> LOOKING  ocr_hog_wake   one has risen
 *   any     -> OVER     ocr_hog_stop
 */
enum ocr_hog_state { OCR_HOG_LOOKING, OCR_HOG_ASLEEP, OCR_HOG_OVER };

struct ocr_hog {
	uint32_t limit_ms; /* fixed after open; 0: nobody looks */

	/* Of who looks: */
	uint32_t same; /* looks since any worker began or ended a body */
	uint32_t due;  /* so many, and it is told */
	bool told;

	_Atomic uint32_t state; /* a futex word */
};

void ocr_hog_init(struct ocr_hog *h, uint32_t limit_ms);

/* The body of the thread that looks; returns after ocr_hog_stop(). */
void ocr_hog_watch(struct ocr_runtime *rt);
void ocr_hog_stop(struct ocr_hog *h);

/* One look; the next one comes half of limit_ms later.  True: a task was
 * warned of. */
bool ocr_hog_look(struct ocr_runtime *rt);

void ocr_hog_wake_it(struct ocr_hog *h);

/* A worker has risen.  From any thread, behind a full fence. */
static inline void
ocr_hog_wake(struct ocr_hog *h)
{
	if (__builtin_expect(
		    atomic_load_explicit(&h->state, memory_order_seq_cst) ==
			    OCR_HOG_ASLEEP,
		    0))
		ocr_hog_wake_it(h);
}

#endif
