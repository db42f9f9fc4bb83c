/* SPDX-License-Identifier: BSD-3-Clause */
/* move.h - the reorganization: a raster split by rows becomes one
 * split by columns, in which these are contiguous.
 *
 * Functions return a status of the Data Reorganization Interface.
 */
#ifndef APPS_CORNER_TURN_MOVE_H
#define APPS_CORNER_TURN_MOVE_H

#include "apps/common/raster.h"

/* Rows or columns of one process, side by side in its buffer. */
struct move_part {
	int64_t first, n; /* n is 0 if it has none */
};

struct move {
	DRI_Channel send, receive;
	struct move_part rows;	  /* what it sends */
	struct move_part columns; /* what it receives */
};

/* The sides of process `rank` of `size`.  Local, so that all can agree that
 * there is memory before they connect. */
int move_make(struct move *m, const struct raster *r, int rank, int size);

/* Collective over all. */
int move_connect(struct move *m);

void move_close(struct move *m);

#endif
