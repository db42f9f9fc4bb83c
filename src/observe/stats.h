/* SPDX-License-Identifier: BSD-3-Clause */
/* stats.h - what a node counted, for people: OCR_STATS=1. */
#ifndef SRC_OBSERVE_STATS_H
#define SRC_OBSERVE_STATS_H

struct ocr_runtime;

/* Prints one line per subject on standard error.  After the workers have
 * stopped. */
void ocr_stats_print(struct ocr_runtime *rt);

#endif
