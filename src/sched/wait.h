/* SPDX-License-Identifier: BSD-3-Clause */
/* wait.h - a task waits for an answer; its worker does not.
 *
 * Knows who waits for which answer; does not know the questions.  The body
 * that asks is put aside with its stack (stack.h), its worker runs other tasks,
 * and when the answer has come it goes on with the body, on the same thread.
 * The guest of a node, which is no worker, sleeps instead.
 *
 *   OPEN --> PARKED --> DONE
 *     |                  ^
 *     +------------------+
 *
 *   OPEN   -> PARKED  ocr_wait_for     the answer has not come yet
 *   OPEN   -> DONE    ocr_wait_answer  the body has not even parked
 *   PARKED -> DONE    ocr_wait_answer  and its worker is told
 *
 * An answer names its question by a number, so that one that comes too late, or
 * that nobody has asked for, finds nobody.
 * Threads: the asker's; ocr_wait_answer() from any that is a worker of rt.
 */
#ifndef SRC_SCHED_WAIT_H
#define SRC_SCHED_WAIT_H

#include "fabric/lock.h"
#include "include/ocr-types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ocr_edt;
struct ocr_runtime;
struct ocr_stack;
struct ocr_wait_slot;
struct ocr_worker;

enum ocr_wait_state { OCR_WAIT_OPEN, OCR_WAIT_PARKED, OCR_WAIT_DONE };

/* On the stack of the body that waits. */
struct ocr_wait {
	uint64_t number; /* of the question; never 0 */
	/* For people: the call that waits, and for what. */
	const char *call;
	ocrGuid_t object;

	/* wait.c: */
	void *answer; /* where it goes */
	size_t bytes;
	struct ocr_worker *worker;
	struct ocr_edt *task;
	struct ocr_stack *stack, *next_loop;
	struct ocr_wait *next;
	_Atomic uint32_t state; /* written under the lock of ocr_waits */
};

/* Who waits on this node. */
struct ocr_waits {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ocr_wait_slot *slots;
	uint32_t n_slots, free; /* free: the first one, or n_slots */
};

void ocr_waits_fini(struct ocr_waits *w);

/* The calling body is going to ask about `object`, in the API call of that
 * name; `bytes` of the answer go to `answer`.  0; -ENOMEM: there is no memory
 * for one more that waits, which has been told. */
int ocr_wait_begin(struct ocr_wait *w, const char *call, ocrGuid_t object,
		   void *answer, size_t bytes);
/* The question was not asked after all, or has been answered otherwise. */
void ocr_wait_cancel(struct ocr_wait *w);
/* Returns when the answer is there.  0; -ECANCELED, to the guest alone: the
 * job has ended.  A body that waits when its job ends never goes on. */
int ocr_wait_for(struct ocr_wait *w);

/* The answer to question `number`, about that object, if somebody still waits
 * for it.  Of fewer bytes than expected the rest keeps its value. */
bool ocr_wait_answer(struct ocr_runtime *rt, uint64_t number, ocrGuid_t object,
		     const void *answer, size_t bytes);

/* Is it the guest that waits? */
bool ocr_wait_is_guest(const struct ocr_wait *w);

/* Of the loop of worker w: goes on with a body whose answer has come, and then
 * does not return.  What w still counts for a finish scope it gives back first
 * (`settle` of struct ocr_sched_ops). */
void ocr_wait_go_on(struct ocr_worker *w);
/* Has one come?  From any thread. */
bool ocr_wait_has_come(const struct ocr_worker *w);
/* The thread of w stops: what it has parked is forgotten. */
void ocr_wait_forget(struct ocr_worker *w);

#endif
