/* SPDX-License-Identifier: BSD-3-Clause */
/* stack.h - stacks that a thread leaves in the middle, and comes back to.
 *
 * Knows stacks and how to change them; does not know what runs on them.
 * A thread gives itself to a loop.  Code that the loop calls may park: its
 * stack is put aside as it is, and the loop begins anew on another one.  When
 * a loop goes on with what was parked, it leaves its own stack for good.
 *
 *   the thread's own   loop, body A (parked)
 *   another            loop, body B (parked)
 *   another            loop  <- here; resume(A) gives this stack back
 *
 * Promise: code that never parks runs on the thread's own stack, and pays
 * nothing.  The address and thread sanitizers and valgrind know each stack.
 * Threads: one; the own thread alone may touch its stacks.
 */
#ifndef SRC_SCHED_STACK_H
#define SRC_SCHED_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ocr_stack;

/* All stacks of one thread. */
struct ocr_stacks {
	/* Fixed after init: */
	size_t bytes; /* of each but the thread's own */
	size_t limit; /* so many at most */

	struct ocr_stack *own;	/* the thread's, while it runs */
	void *home;		/* where it returns to at the end */
	struct ocr_stack *here; /* on which it is */
	struct ocr_stack *all, *spare;
	size_t n, n_spare;
	void (*loop)(void *arg);
	void *arg;
};

/* 0 for `limit`: as many as the system gives. */
void ocr_stacks_init(struct ocr_stacks *s, size_t bytes, size_t limit);
/* Whatever is parked is forgotten.  Not from one of its stacks. */
void ocr_stacks_fini(struct ocr_stacks *s);

/* Runs loop(arg).  It begins again, on another stack, each time that something
 * parks.  When one of these calls returns, so does this one, and what is still
 * parked never goes on.  0, or -ENOMEM: nothing was run. */
int ocr_stacks_run(struct ocr_stacks *s, void (*loop)(void *arg), void *arg);

/* A stack for the next loop, which the caller passes to ocr_stacks_park(), or
 * gives back.  NULL: there is no memory, or the limit is reached. */
struct ocr_stack *ocr_stacks_get(struct ocr_stacks *s);
void ocr_stacks_put(struct ocr_stacks *s, struct ocr_stack *stack);

/* Puts the caller's stack, s->here, aside, and the loop goes on on `next`.
 * Returns when the loop resumes what was s->here before. */
void ocr_stacks_park(struct ocr_stacks *s, struct ocr_stack *next);

/* For handlers of signals, on the thread of s whose stack pointer was `sp`: was
 * the address `at` not there because that stack is used up? */
enum ocr_stack_end {
	OCR_STACK_HOLDS,
	OCR_STACK_OWN_ENDS, /* the thread's own */
	OCR_STACK_ENDS,	    /* another one: of s->bytes */
};
enum ocr_stack_end ocr_stacks_end(const struct ocr_stacks *s, uintptr_t sp,
				  uintptr_t at);

/* Of the loop: goes on with what was parked.  The loop's own stack is a spare
 * one from here on. */
_Noreturn void ocr_stacks_resume(struct ocr_stacks *s,
				 struct ocr_stack *parked);

#endif
