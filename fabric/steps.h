/* SPDX-License-Identifier: BSD-3-Clause */
/* steps.h - what each step of a node's start has taken.
 *
 * Does not know what the steps do.  Costs a look at the clock for each.
 * Threads: one at a time.
 */
#ifndef FABRIC_STEPS_H
#define FABRIC_STEPS_H

#include "fabric/node.h"

#include <stdint.h>

#define OCR_STEPS_MAX 16

struct ocr_steps {
	uint64_t last_ns; /* when the last one was over */
	unsigned n;
	struct {
		const char *name; /* borrowed */
		uint64_t took_ns;
	} step[OCR_STEPS_MAX];
};

/* From here on; and what it has taken the system to load this program, of the
 * processor's time, is a step as well. */
void ocr_steps_begin(struct ocr_steps *s);

/* A step of that name, which began where the last one was over, is over.
 * NULL: nobody wants to know. */
void ocr_steps_add(struct ocr_steps *s, const char *name);

/* One line on standard error. */
void ocr_steps_print(const struct ocr_steps *s, ocr_node_t self);

#endif
