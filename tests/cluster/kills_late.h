/* SPDX-License-Identifier: BSD-3-Clause */
/* kills_late.h - how long jobs took to end, by what was done to them.
 *
 * A job is late if it ends more than 2 s behind the verdict.  That comes 0.1 s
 * after a kill.  For one who is stopped it comes after OCR_SILENCE_S, or, where
 * no node has met him, 3 s later by ocrkeep; for one who was hit before he was
 * a node, and stands in the launcher's handler, 2 s later by ocrkeep.
 *
 * Threads: one.
 */
#ifndef TESTS_CLUSTER_KILLS_LATE_H
#define TESTS_CLUSTER_KILLS_LATE_H

#include <stdbool.h>
#include <stdint.h>

#define KILLS_SILENCE_S "2"

enum kills_kind {
	KILLS_KILLED,
	KILLS_STOPPED, /* for good */
	KILLS_STARVED, /* nobody was hit: a node was given up before */
	KILLS_HUNG,    /* killed, and ocrkeep says that the launcher hangs */
	KILLS_HANDLES, /* hit, and ocrkeep says that he hangs in its handler */
	KILLS_KINDS
};

/* Counts it. */
bool kills_is_late(enum kills_kind kind, uint64_t seed, long took_ms);
/* The slowest of each kind, and how many were late. */
void kills_late_print(void);

#endif
