/* SPDX-License-Identifier: BSD-3-Clause */
/* deque.h - ready tasks of one worker: it takes the newest, thieves the
 * oldest.
 *
 * The Chase-Lev queue with the memory orders of Le, Pop, Cohen and Zappa
 * Nardelli.  Who may run together:
 *
 *            push  pop  steal
 *   push      -     -    yes     push and pop: the owner only
 *   pop       -     -    yes
 *   steal    yes   yes   yes
 *
 * Grown rings are kept until close, because a thief may still read one.
 */
#ifndef SRC_SCHED_DEQUE_H
#define SRC_SCHED_DEQUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ocr_runnable;

struct ocr_ring {
	struct ocr_ring *older; /* kept: a thief may still read it */
	int64_t mask;
	_Atomic(struct ocr_runnable *) slots[];
};

struct ocr_deque {
	_Atomic int64_t top; /* thieves take here */
	char pad[56];
	_Atomic int64_t bottom; /* the owner works here */
	_Atomic(struct ocr_ring *) ring;
};

int ocr_deque_init(struct ocr_deque *d);
void ocr_deque_fini(struct ocr_deque *d);

/* What is left when the ring is full: a larger one.  Memory exhausted ends the
 * process: a ready task must not be lost. */
struct ocr_ring *ocr_deque_grow(struct ocr_deque *d, int64_t top,
				int64_t bottom);

static inline void
ocr_deque_push(struct ocr_deque *d, struct ocr_runnable *t)
{
	int64_t b = atomic_load_explicit(&d->bottom, memory_order_relaxed);
	int64_t top = atomic_load_explicit(&d->top, memory_order_acquire);
	struct ocr_ring *r =
		atomic_load_explicit(&d->ring, memory_order_relaxed);

	if (__builtin_expect(b - top > r->mask, 0))
		r = ocr_deque_grow(d, top, b);
	/* pairs with ocr_deque_steal(): the task's fields come with it */
	atomic_store_explicit(&r->slots[b & r->mask], t, memory_order_release);
	atomic_store_explicit(&d->bottom, b + 1, memory_order_release);
}

struct ocr_runnable *ocr_deque_pop(struct ocr_deque *d);
/* The same where there are no thieves, nor ever were. */
struct ocr_runnable *ocr_deque_pop_alone(struct ocr_deque *d);

/* NULL: empty, or another thief was faster. */
struct ocr_runnable *ocr_deque_steal(struct ocr_deque *d);

/* A look without a promise. */
bool ocr_deque_is_empty(struct ocr_deque *d);

#endif
