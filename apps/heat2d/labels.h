/* SPDX-License-Identifier: BSD-3-Clause */
/* labels.h - the other way to connect steps: events whose names
 *everybody can compute, instead of GUIDs in messages.
 *
 *	tile A                                      tile B (its neighbour)
 *
 *	step k   creates step k + 1 and, under
 *	         their names, the events it waits for
 *	         sends message k + 1 to the event
 *	         named (B, side, k + 1) ---------> step k + 1
 *
 * If B has not created that event yet, the message waits for it under its
 * name.  When A sends message k + 2, B has got message k, and its event is
 *gone: two names for each side of a tile are enough for all iterations.
 */
#ifndef APPS_HEAT2D_LABELS_H
#define APPS_HEAT2D_LABELS_H

#include "apps/heat2d/tile.h"

/* Reserves the names for so many tiles: as far as possible, each on the node of
 * its tile. */
u8 labels_create(ocrGuid_t *names, u32 tiles);

/* What a step does in the end: hands the tile on to the next step, and sends a
 * message to all neighbours.  `depv` are the step's. */
u8 labels_send_on(struct tile *t, const ocrEdtDep_t depv[]);

#endif
