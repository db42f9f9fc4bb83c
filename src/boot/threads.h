/* SPDX-License-Identifier: BSD-3-Clause */
/* threads.h - the threads of a node: workers, who talks to the network, and who
 * looks on.
 *
 * Knows on which processor each runs and who joins it; does not know what they
 * do (sched/), nor what is built before them (boot.c).
 * Threads: all calls from one, the caller of ocr_boot() or the guest.
 */
#ifndef SRC_BOOT_THREADS_H
#define SRC_BOOT_THREADS_H

#include <pthread.h>
#include <stdbool.h>

struct ocr_memory;
struct ocr_runtime;
struct ocr_topology;

struct ocr_threads {
	/* Set by whoever starts them: */
	struct ocr_runtime *rt;
	struct ocr_topology *topology;
	struct ocr_memory *memory;
	bool guest; /* the caller is no worker */

	pthread_t *all;
	unsigned n;
};

/* Worker 0 as well if the caller is none.  0, or -errno; those that have been
 * started are joined by ocr_threads_join(). */
int ocr_threads_start(struct ocr_threads *t, unsigned n_workers);

/* The calling thread is worker 0 until the job ends. */
void ocr_threads_work(const struct ocr_threads *t);

/* Waits for all, and frees what ocr_threads_start() allocated.  `status`: the
 * job's.  Under a guest, after an abort, ends the process if a task does not
 * return. */
void ocr_threads_join(struct ocr_threads *t, unsigned status);

#endif
