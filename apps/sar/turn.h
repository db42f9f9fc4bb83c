/* SPDX-License-Identifier: BSD-3-Clause */
/* turn.h - the corner turn: echoes, some on each process, become bins, some on
 * each process, in which pulses lie side by side.
 *
 * Functions return a status of the Data Reorganization Interface.
 */
#ifndef APPS_SAR_TURN_H
#define APPS_SAR_TURN_H

#include "dri.h"

#include <stdint.h>

/* What a process has of pulses, or of bins. */
struct turn_part {
	int64_t first, n; /* n is 0 if it has none */
};

struct turn {
	DRI_Channel send, receive;
	struct turn_part pulses, bins;
};

/* The sides of process `rank` of `size`; local. */
int turn_make(struct turn *t, int64_t pulses, int64_t samples, int rank,
	      int size);

/* Collective over all. */
int turn_connect(struct turn *t);

void turn_close(struct turn *t);

#endif
