/* SPDX-License-Identifier: BSD-3-Clause */
/* priority.h - ready tasks of a node that have a priority.
 *
 * Tasks without one never come here: their workers look at two numbers that
 * hardly ever change.  The greatest comes first, among equals the oldest;
 * whoever has waited longest can be taken out of turn, so that none waits for
 * ever.
 * Threads: any.
 */
#ifndef SRC_SCHED_PRIORITY_H
#define SRC_SCHED_PRIORITY_H

#include "fabric/lock.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct ocr_runnable;
struct ocr_ranked;

struct ocr_priority {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ocr_ranked **heap; /* the first one is next */
	size_t n, cap;
	uint64_t last;			    /* number of the newest */
	struct ocr_ranked *oldest, *newest; /* by age */
	/* Looks without the lock: */
	_Atomic uint32_t n_all;
	_Atomic uint32_t n_above; /* with a priority above 0 */
};

/* Zeroed memory is an empty queue.  Tasks that are left are not touched. */
void ocr_priority_fini(struct ocr_priority *q);

/* Memory exhausted ends the process: a ready task must not be lost. */
void ocr_priority_push(struct ocr_priority *q, struct ocr_runnable *t,
		       int64_t priority);

/* The next one, or NULL. */
struct ocr_runnable *ocr_priority_take_any(struct ocr_priority *q)
	__attribute__((noinline));
static inline struct ocr_runnable *
ocr_priority_take(struct ocr_priority *q)
{
	return __builtin_expect(
		       atomic_load_explicit(&q->n_all, memory_order_relaxed), 0)
		       ? ocr_priority_take_any(q)
		       : NULL;
}
/* The same of those with a priority above 0, which those without have. */
struct ocr_runnable *ocr_priority_take_any_above(struct ocr_priority *q)
	__attribute__((cold, noinline));
static inline struct ocr_runnable *
ocr_priority_take_above(struct ocr_priority *q)
{
	return __builtin_expect(
		       atomic_load_explicit(&q->n_above, memory_order_relaxed),
		       0)
		       ? ocr_priority_take_any_above(q)
		       : NULL;
}
/* The one that has waited longest, or NULL. */
struct ocr_runnable *ocr_priority_take_oldest(struct ocr_priority *q);

#endif
