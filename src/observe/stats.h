/* SPDX-License-Identifier: BSD-3-Clause */
/* stats.h - what a node counted: OCR_STATS.  doc/use/COUNTERS.md says what each
 * means.
 *
 * Threads: all calls after the workers have stopped, from one. */
#ifndef SRC_OBSERVE_STATS_H
#define SRC_OBSERVE_STATS_H

struct ocr_runtime;

/* Prints one line per subject on standard error. */
void ocr_stats_print(struct ocr_runtime *rt);

/* Writes all as one JSON object to `path`, in a job of several nodes to
 * path.NODE, whole or not at all.  What goes wrong is told. */
void ocr_stats_write(struct ocr_runtime *rt, const char *path);

#endif
