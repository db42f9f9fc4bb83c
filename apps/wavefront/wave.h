/* SPDX-License-Identifier: BSD-3-Clause */
/* wave.h - the tasks: a wave of tiles that runs over the matrix, and
 * the trace that comes back through some of them.
 *
 * All calls of OCR but those of the first and the last task.
 */
#ifndef APPS_WAVEFRONT_WAVE_H
#define APPS_WAVEFRONT_WAVE_H

#include "apps/wavefront/tile.h"

/* What all tasks know.  It travels as their parameters. */
struct plan {
	struct cut cut;
	/* A row of tiles begins at `shift` of a row of the map, which has
	 * `width` elements: columns belong to nodes, the last one to node 0. */
	u64 width;
	u64 shift;
	u64 keep; /* borders: for the way back */
	u64 protein;
	struct scoring scoring; /* two u64 */
};

/* Where the last task waits for the alignment. */
#define WAVE_REPORT_SLOT 0

/* Creates the map, the range and the templates; nothing runs yet.
 * names->report is the caller's. */
u8 wave_create(struct names *names, const struct plan *p);

/* Makes the borders that no tile computes, from the letters of A and B.  With
 * the last of them everything runs.  In the end the alignment is linked to
 * WAVE_REPORT_SLOT of names->report; with p->keep == 0 it has no steps. */
u8 wave_start(const struct names *names, const struct plan *p, const u8 *a,
	      const u8 *b);

/* Destroys the borders and all that wave_create() made. */
u8 wave_destroy(const struct names *names, const struct plan *p);

#endif
