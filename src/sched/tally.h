/* SPDX-License-Identifier: BSD-3-Clause */
/* tally.h - how many tasks of each function a worker has begun, while somebody
 * wants to know.
 *
 * Knows functions and numbers; does not know who reads them.
 * Promise: nothing is counted, and nothing paid, while nobody looks; what does
 * not fit is counted together.
 * Threads: one counts; any may read meanwhile.
 */
#ifndef SRC_SCHED_TALLY_H
#define SRC_SCHED_TALLY_H

#include "include/ocr.h"

#include <stdatomic.h>
#include <stdint.h>

/* A power of two. */
#define OCR_TALLY_FUNCTIONS 256

struct ocr_tally {
	struct {
		_Atomic(ocrEdt_t) func; /* NULL: free; else for ever */
		_Atomic uint64_t n;
	} at[OCR_TALLY_FUNCTIONS];
	_Atomic uint64_t others; /* for which there is no place */
};

/* Of the one that counts: n more of func. */
void ocr_tally_add(struct ocr_tally *t, ocrEdt_t func, uint64_t n);

/* Calls fn with each function and its number, and those without a place as
 * NULL. */
void ocr_tally_each(const struct ocr_tally *t,
		    void (*fn)(void *ctx, ocrEdt_t func, uint64_t n),
		    void *ctx);

#endif
