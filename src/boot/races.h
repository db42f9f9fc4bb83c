/* SPDX-License-Identifier: BSD-3-Clause */
/* races.h - OCR_STRICT=races: where the job's trace is written, and at its end
 * what is found in it.
 *
 * Knows folders and another program, ocrtrace; does not know what a race is
 * (src/tools/races.h).
 * Threads: the one that starts and ends the node.
 */
#ifndef SRC_BOOT_RACES_H
#define SRC_BOOT_RACES_H

#include <stdbool.h>

struct ocr_job;
struct ocr_runtime;

struct ocr_races {
	char folder[4096];
	bool is_ours; /* it goes when the job has ended */
};

/* Before the node opens.  `trace`: the folder that the user wants, or NULL.  0
 * or -ECANCELED, with the cause already logged. */
int ocr_races_begin(struct ocr_races *r, const struct ocr_job *job,
		    const char *trace);

/* On node 0, when all nodes have written what they have: tells what is found.
 * True: there are none, and all could be looked at. */
bool ocr_races_end(const struct ocr_races *r, const struct ocr_runtime *rt);

#endif
