/* SPDX-License-Identifier: BSD-3-Clause */
/* step.h - one iteration of one tile: a task; see heat2d.c.
 */
#ifndef APPS_HEAT2D_STEP_H
#define APPS_HEAT2D_STEP_H

#include "apps/heat2d/tile.h"

/* The pre-slots of a step: a message from each side, and the tile itself. */
#define SLOT_TILE  SIDES
#define STEP_SLOTS (SIDES + 1)

/* A step that waits, and the events that make it run. */
struct step {
	ocrGuid_t message[SIDES]; /* NULL_GUID where no neighbour is */
	ocrGuid_t tile;
};

/* One iteration of one tile.  Step 0 gets no messages and only sends. */
ocrGuid_t step_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

/* Creates a step that waits for the tile and for a message from each side in
 * `sides`, a set of bits.  All it waits for is tied to it when this returns:
 * from then on anybody may satisfy the events. */
u8 step_create(struct step *s, ocrGuid_t step_template, unsigned sides,
	       ocrGuid_t node);

/* A block with the cells along a side.  It is the receiver's to destroy. */
u8 step_create_message(ocrGuid_t *block, struct tile *t, enum side side,
		       ocrGuid_t reply);

#endif
