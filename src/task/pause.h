/* SPDX-License-Identifier: BSD-3-Clause */
/* pause.h - a task holds all others of its node.
 *
 *   OFF --> ASKED --> HELD
 *    ^        ^         |
 *    |        +---------+
 *    +------------------+
 *
 *   OFF   -> ASKED  ocr_pause_begin   workers start no task any more
 *   ASKED -> HELD   ocr_pause_gate    the last of them has come by between two
 *                                     tasks; the asker goes on
 *   HELD  -> OFF    ocr_pause_end     or the asker's body has returned
 *   HELD  -> ASKED  ocr_pause_end     and another task waits to be the next
 *
 * Nobody blocks: who asks waits as wait.h says, and workers that find the gate
 * closed go idle.  A body that waits and is answered goes on all the same, and
 * tasks that only bring answers run (OCR_RUN_PASSES).
 * Costs a look at one word before each task.
 * Threads: see each function.
 */
#ifndef SRC_TASK_PAUSE_H
#define SRC_TASK_PAUSE_H

#include "fabric/lock.h"
#include "include/ocr.h"

#include <stdbool.h>
#include <stdint.h>

struct ocr_edt;
struct ocr_pause_asker;
struct ocr_runtime;
struct ocr_worker;

enum ocr_pause_state { OCR_PAUSE_OFF, OCR_PAUSE_ASKED, OCR_PAUSE_HELD };

struct ocr_pause {
	struct ocr_lock lock;
	/* Guarded by lock: */
	enum ocr_pause_state state;
	struct ocr_edt *owner; /* who has asked, its GUID and body then */
	ocrGuid_t guid;
	ocrEdt_t func;
	uint64_t number; /* its question; 0: it has been answered */
	struct ocr_pause_asker *first, *last; /* who would be the next */
	uint32_t n_closed;		      /* how often, ever */
};

/* Of the body of task t: 1 when no other body runs.  0: somebody else has
 * paused the node, and not `waits`; or there is no memory to wait. */
int ocr_pause_begin(struct ocr_edt *t, bool waits);

/* Is the node held by t? */
bool ocr_pause_is_held_by(struct ocr_runtime *rt, const struct ocr_edt *t);

/* Of t, which holds the node.  False: it does not. */
bool ocr_pause_end(struct ocr_edt *t);

/* Of the loop of worker w, between two tasks, when the gate is closed. */
void ocr_pause_gate(struct ocr_worker *w);

/* The node is held by a task that is no more. */
bool ocr_pause_is_orphaned(struct ocr_runtime *rt);

/* Before memory of tasks is gone, after all threads. */
void ocr_pause_fini(struct ocr_pause *p);

/* Who holds the node, or has asked to: NULL_GUID for nobody. */
ocrGuid_t ocr_pause_owner(struct ocr_runtime *rt);

#endif
