/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_threads.h - what the threads of another process do, as /proc tells.
 *
 * Knows no launchers; what it means that nothing moves, others know.
 * Threads: ocrkeep has one.
 */
#ifndef SRC_TOOLS_KEEP_THREADS_H
#define SRC_TOOLS_KEEP_THREADS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct keep_threads {
	unsigned n;
	unsigned asleep, stopped; /* of them; others run, or would */
	uint64_t switches;	  /* so often they have left a processor */
};

/* What a thread waits for that waits for others of its process with no time of
 * its own, as for a lock. */
struct keep_lock {
	long thread;
	uint64_t at;	   /* its address */
	uint64_t switches; /* of the thread */
};

/* False: there is no such process, or it is not this process's to know. */
bool ocr_keep_threads_read(pid_t pid, struct keep_threads *t);

/* The first of its threads that wants a lock; false: there is none. */
bool ocr_keep_threads_want(pid_t pid, struct keep_lock *lock);

/* The signal of a fault in whose handler one of its threads is; 0: none is. */
int ocr_keep_threads_handle(pid_t pid);

#endif
