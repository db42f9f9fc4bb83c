/* SPDX-License-Identifier: BSD-3-Clause */
/* trace.h - what a node does, written down while it does it: OCR_TRACE.
 *
 * Knows when tasks are asked for, fed, run and return, and which ops travel;
 * does not know what that means (src/tools/ocrtrace.c).  An observer: without
 * it nothing is paid for.
 * Promise: what a thread has written is in the file, whatever becomes of the
 * process, for the file is its memory.  A disk that is full ends the trace and
 * not the job.
 * Threads: each worker writes to its own lane.
 */
#ifndef SRC_OBSERVE_TRACE_H
#define SRC_OBSERVE_TRACE_H

#include "fabric/node.h"

#include <stdbool.h>

struct ocr_observer;
struct ocr_trace;

struct ocr_trace_config {
	const char *folder; /* is there, or is made */
	ocr_node_t self;
	uint32_t size;
	unsigned workers; /* that run tasks */
	unsigned lanes;	  /* numbers of workers that there can be */
	bool whole;	  /* with what races can be found in: strict mode */
};

/* Makes folder/N.ocrtrace anew.  0, -ENOMEM, or -ECANCELED, after saying what
 * is wrong. */
int ocr_trace_open(struct ocr_trace **out, const struct ocr_trace_config *c);
/* What the node is given. */
struct ocr_observer *ocr_trace_observer(struct ocr_trace *t);
/* With `whole`, when tasks have ended: so many uses of blocks are not in it. */
void ocr_trace_complete(struct ocr_trace *t, uint64_t unseen);
/* No worker may be inside.  NULL: there is none. */
void ocr_trace_close(struct ocr_trace *t);

#endif
