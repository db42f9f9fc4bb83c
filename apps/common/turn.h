/* SPDX-License-Identifier: BSD-3-Clause */
/* turn.h - the corner turn: a raster split by rows becomes one split by
 * columns, in which these are contiguous.
 *
 * Functions return a status of the Data Reorganization Interface.
 */
#ifndef APPS_COMMON_TURN_H
#define APPS_COMMON_TURN_H

#include "apps/common/raster.h"

/* Rows or columns of one process, side by side in its buffer. */
struct turn_part {
	int64_t first, n; /* n is 0 if it has none */
};

struct turn {
	DRI_Channel send, receive;
	struct turn_part rows;	  /* what it sends */
	struct turn_part columns; /* what it receives */
};

/* One that is not made. */
#define TURN_NONE                                                              \
	{                                                                      \
		.send = DRI_CHANNEL_NULL, .receive = DRI_CHANNEL_NULL          \
	}

/* The sides of process `rank` of `size`, of what r is like.  Local, so that all
 * can agree that there is memory before they connect. */
int turn_make(struct turn *t, const struct raster *r, const char *name,
	      int rank, int size);

/* Collective over all. */
int turn_connect(struct turn *t);

void turn_close(struct turn *t);

#endif
