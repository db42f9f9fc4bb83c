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
 * A thief that takes several first says how many: a claim, beside the index in
 * `top`.  Then it looks at `bottom` once more, takes what the owner has not
 * come to, and ends the claim.  The owner passes what is claimed by only when
 * the claim has ended; a claim is a quarter of what there was, so it seldom
 * comes there.  Other thieves go away.
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
	/* Thieves take here: index << 8 | so many are claimed from it on. */
	_Atomic uint64_t top;
	char pad[56];
	_Atomic int64_t bottom; /* the owner works here */
	_Atomic(struct ocr_ring *) ring;
	char pad_owner[48];
	int64_t seen; /* owner only: top is there, or farther */
};

/* So many are claimed at most. */
#define OCR_DEQUE_SOME 32

static inline int64_t
ocr_deque_index(uint64_t top)
{
	return (int64_t)(top >> 8);
}

int ocr_deque_init(struct ocr_deque *d);
void ocr_deque_fini(struct ocr_deque *d);

/* What is left when the ring seems full: a larger one, if it is.  Memory
 * exhausted ends the process: a ready task must not be lost. */
struct ocr_ring *ocr_deque_make_room(struct ocr_deque *d, int64_t bottom);

/* Where the owner's next one goes. */
struct ocr_deque_place {
	struct ocr_ring *ring;
	int64_t bottom;
};

/* True: there is room for it, as far as was seen last: thieves only make more.
 */
static inline __attribute__((always_inline)) bool
ocr_deque_has_room(struct ocr_deque *d, struct ocr_deque_place *at)
{
	at->bottom = atomic_load_explicit(&d->bottom, memory_order_relaxed);
	at->ring = atomic_load_explicit(&d->ring, memory_order_relaxed);
	return __builtin_expect(at->bottom - d->seen <= at->ring->mask, 1);
}

static inline __attribute__((always_inline)) void
ocr_deque_put(struct ocr_deque *d, const struct ocr_deque_place *at,
	      struct ocr_runnable *t)
{
	/* pairs with ocr_deque_steal(): the task's fields come with it */
	atomic_store_explicit(&at->ring->slots[at->bottom & at->ring->mask], t,
			      memory_order_release);
	atomic_store_explicit(&d->bottom, at->bottom + 1, memory_order_release);
}

/* There is, or room is made. */
static inline void
ocr_deque_find_place(struct ocr_deque *d, struct ocr_deque_place *at)
{
	if (!ocr_deque_has_room(d, at))
		at->ring = ocr_deque_make_room(d, at->bottom);
}

static inline void
ocr_deque_push(struct ocr_deque *d, struct ocr_runnable *t)
{
	struct ocr_deque_place at;

	ocr_deque_find_place(d, &at);
	ocr_deque_put(d, &at, t);
}

struct ocr_runnable *ocr_deque_pop(struct ocr_deque *d);
/* The same where there are no thieves, nor ever were. */
struct ocr_runnable *ocr_deque_pop_alone(struct ocr_deque *d);

/* NULL: empty, or another thief was faster. */
struct ocr_runnable *ocr_deque_steal(struct ocr_deque *d);

/* The oldest ones, oldest first, OCR_DEQUE_SOME at most, and a quarter of them.
 * How many; 0 as NULL before. */
unsigned ocr_deque_steal_some(struct ocr_deque *d, struct ocr_runnable **some);

/* The second half of it, and for a test: n, which were seen with that top. */
unsigned ocr_deque_steal_seen(struct ocr_deque *d, uint64_t top, unsigned n,
			      struct ocr_runnable **some);

/* Looks without a promise. */
int64_t ocr_deque_count(struct ocr_deque *d);
bool ocr_deque_is_empty(struct ocr_deque *d);

#endif
