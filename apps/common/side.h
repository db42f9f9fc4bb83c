/* SPDX-License-Identifier: BSD-3-Clause */
/* side.h - a process's side of a channel of the Data Reorganization Interface:
 * what it needs from the distribution on, in few calls.
 *
 * Functions return a status of the interface.
 */
#ifndef APPS_COMMON_SIDE_H
#define APPS_COMMON_SIDE_H

#include "dri.h"

#include <stdbool.h>

/* The side that sends, or receives, elements of this type through the channel
 * `name`, with so many buffers of the library's.  dist remains the caller's. */
int side_make(const char *name, DRI_Dataspec type, int buffers,
	      DRI_Distribution dist, bool sends, DRI_Channel *side);

/* What the caller has of a distribution in which each process has one block;
 * info->ndims is 0 if it has none. */
int side_find_block(DRI_Distribution dist, DRI_Blockinfo *info);

/* Connects whichever the caller has of the two; null is none.  Groups that meet
 * have no process in common, or are the same processes. */
int side_connect(DRI_Channel send, DRI_Channel receive);

/* A buffer, and where its bytes are. */
int side_get(DRI_Channel side, DRI_Buffer_Id *buffer, void **bytes);

/* It is null then; it may be before. */
void side_close(DRI_Channel *side);

#endif
