/* SPDX-License-Identifier: BSD-3-Clause */
/* parts.h - a program in parts that tell each other through channels with names.
 *
 * Part i is at home on node i / per_node.  What comes to it from its neighbour
 * in direction k comes through channel `ways` i + k of a labeled range.  Whoever
 * knows the range knows them all, so no GUID is ever passed on, and nobody has
 * to create anything for anybody else: a part creates its own channels, and what
 * comes earlier waits for them.  A channel is first in, first out: the k-th
 * message meets the k-th step.
 *
 * There is no barrier.  A part is at most one step ahead of a neighbour, whose
 * message it needs, so a channel never holds more than two.
 *
 * All functions return an error of the runtime, or 0.
 */
#ifndef APPS_COMMON_PARTS_H
#define APPS_COMMON_PARTS_H

#include "ocr.h"

struct parts {
	u32 n;
	u32 ways; /* directions that have a neighbour, or might */
	u32 per_node;
	ocrGuid_t channels; /* the range */
};

/* Reserves the channels' names, so that each is where its part is.  p has n,
 * ways and per_node. */
u8 parts_reserve(struct parts *p);

/* Makes and removes the channel in which the part listens to that direction. */
u8 parts_listen(const struct parts *p, u32 part, u32 way);
u8 parts_deafen(const struct parts *p, u32 part, u32 way);

/* That channel goes to a slot of a task, to be read. */
u8 parts_hear(const struct parts *p, u32 part, u32 way, ocrGuid_t task,
	      u32 slot);

/* Sends the part the block, which is released, as if from that direction. */
u8 parts_tell(const struct parts *p, u32 part, u32 way, ocrGuid_t block);

/* Creates a task at each part's home, with the part's number as its parameter
 * and `block`, to be read, in its slot. */
u8 parts_start(const struct parts *p, ocrEdt_t body, ocrGuid_t block);

#endif
