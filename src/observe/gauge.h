/* SPDX-License-Identifier: BSD-3-Clause */
/* gauge.h - the numbers of a node while it runs, for people who look on.
 *
 * While somebody does, workers count tasks by function (sched/tally.h), and
 * what each worker runs is looked at some times a second.
 * Knows what there is; does not know who looks.
 * Promise: without anybody a worker counts nothing; no worker waits for longer
 * than for one object.
 * Threads: one, which is no worker.
 */
#ifndef SRC_OBSERVE_GAUGE_H
#define SRC_OBSERVE_GAUGE_H

#include "include/ocr.h"
#include "src/sched/tally.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ocr_runtime;

/* Room for a node's text. */
#define OCR_GAUGE_BYTES 16384

/* Functions that are told of, those with most tasks. */
#define OCR_GAUGE_FUNCTIONS 64

struct ocr_gauge {
	bool on;
	uint64_t n_looks, n_busy; /* and workers that ran a body in each */
	struct ocr_tally runs;	  /* the functions that they ran */
	/* The task that waits longest, as far as is known. */
	ocrGuid_t oldest;
	int64_t since_ms;
};

/* From here on workers count, or do not.  0 or -ENOMEM. */
int ocr_gauge_switch(struct ocr_runtime *rt, struct ocr_gauge *g, bool on);
/* What workers run just now. */
void ocr_gauge_look(struct ocr_runtime *rt, struct ocr_gauge *g);

/* A line for each number, to buf of OCR_GAUGE_BYTES; returns their length:
 *
 *	workers ALL BUSY_NOW LOOKS BUSY_IN_THEM
 *	tasks READY WAITING
 *	memory USED LIMIT PEAK
 *	traffic SENT RECEIVED FETCHED        bytes; the last by transfers
 *	ops SENT HANDLED
 *	time NANOSECONDS
 *	count TASKS RUNNING_IN_LOOKS FUNCTION     one for each; "-": others
 *	oldest MILLISECONDS TEXT                  if a task waits
 */
size_t ocr_gauge_text(struct ocr_runtime *rt, struct ocr_gauge *g, char *buf);

/* After the workers have ended. */
void ocr_gauge_fini(struct ocr_runtime *rt);

#endif
