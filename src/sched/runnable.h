/* SPDX-License-Identifier: BSD-3-Clause */
/* runnable.h - what the scheduler knows of a task. */
#ifndef SRC_SCHED_RUNNABLE_H
#define SRC_SCHED_RUNNABLE_H

#include <stdint.h>

/* In flags, beside what its owner has there (below 0x100): it has a priority;
 * it wants a NUMA domain of this node; it runs while the node is paused, too.
 */
#define OCR_RUN_RANKED 0x100u
#define OCR_RUN_NEAR   0x200u
#define OCR_RUN_PASSES 0x400u

/* The first member of whatever can run. */
struct ocr_runnable {
	struct ocr_runnable *next; /* sched.c: injected */
	uint32_t flags;
};

#endif
