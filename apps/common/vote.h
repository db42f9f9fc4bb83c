/* SPDX-License-Identifier: BSD-3-Clause */
/* vote.h - a group of processes tells another one, or itself, a number each.
 *
 * An array of one number for each speaker, split over the speakers on one side
 * and replicated on the other: every listener hears all of them.  Speakers and
 * listeners are the same processes, in the same order, or have none in common.
 * Functions return a status of the Data Reorganization Interface.
 */
#ifndef APPS_COMMON_VOTE_H
#define APPS_COMMON_VOTE_H

#include "dri.h"

#include <stdbool.h>

struct vote {
	DRI_Channel say, hear; /* null: not on this side */
	int speakers;
};

/* A process's place in a group; rank -1: it is not in it. */
struct vote_place {
	int rank, size;
};

/* Collective over both groups.  `name` is that of a channel; a speaker may be
 * `ahead` >= 1 numbers ahead of the listeners. */
int vote_open(struct vote *v, const char *name, int ahead,
	      struct vote_place speaker, struct vote_place listener);

/* Returns at once, unless the speaker is too far ahead. */
int vote_say(struct vote *v, long number);

/* Waits for the next number of each speaker. */
int vote_hear(struct vote *v, long *number);

/* Says and hears whether all is well: *bad is the first rank where it is not,
 * or -1.  For groups that tell themselves. */
int vote_agree(struct vote *v, bool well, int *bad);

void vote_close(struct vote *v);

#endif
