/* SPDX-License-Identifier: BSD-3-Clause */
/* cancel.h - a thread that nobody may cancel, and whose calls of the system
 * cost less for that.
 *
 * Each call of libc that may wait is a point at which the thread can be
 * cancelled.  Where the process has several threads glibc says so before and
 * after it, each time by a locked instruction; one whose cancellation would not
 * be deferred says it once.  So does this one, which cannot be cancelled at all
 * while it does.
 * Threads: each for itself.
 */
#ifndef FABRIC_CANCEL_H
#define FABRIC_CANCEL_H

#include <pthread.h>

/* As it was before. */
struct ocr_cancel {
	int state, type;
};

static inline void
ocr_cancel_forbid(struct ocr_cancel *was)
{
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &was->state);
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &was->type);
}

static inline void
ocr_cancel_restore(const struct ocr_cancel *was)
{
	int ignored;

	pthread_setcanceltype(was->type, &ignored);
	pthread_setcancelstate(was->state, &ignored);
}

#endif
