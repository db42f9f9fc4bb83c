/* SPDX-License-Identifier: BSD-3-Clause */
/* labels.c - see labels.h. */
#include "apps/heat2d/labels.h"

#include "ocr.h"
#include "extensions/ocr-affinity.h"
#include "extensions/ocr-labeling.h"

#include "apps/common/here.h"
#include "apps/heat2d/step.h"

/* For one iteration and the next. */
#define NAMES_PER_SIDE 2
#define NAMES_PER_TILE (SIDES * NAMES_PER_SIDE)

u8
labels_create(ocrGuid_t *names, u32 tiles)
{
	u64 nodes, per_node;
	ocrHint_t hint;
	u8 err = ocrAffinityCount(AFFINITY_PD, &nodes);

	if (err)
		return err;
	per_node = (tiles + nodes - 1) / nodes;
	ocrHintInit(&hint, OCR_HINT_GROUP_T);
	ocrSetHintValue(&hint, OCR_HINT_GROUP_BLOCK, per_node * NAMES_PER_TILE);
	err = ocrGuidRangeCreate(names, (u64)tiles * NAMES_PER_TILE,
				 GUID_USER_EVENT_COUNTED);
	if (!err)
		err = ocrGuidMapSpread(names, &hint);
	return err;
}

/* The event for the message that a tile gets from this side for this
 * iteration. */
static u8
find_event(ocrGuid_t *event, ocrGuid_t names, u32 tile, enum side side,
	   u64 iteration)
{
	return ocrGuidFromIndex(event, names,
				(u64)tile * NAMES_PER_TILE +
					side * NAMES_PER_SIDE +
					iteration % NAMES_PER_SIDE);
}

static bool
has_side(const struct tile *t, enum side side)
{
	return t->sides & 1u << side;
}

static u32
find_neighbour(const struct tile *t, enum side side)
{
	switch (side) {
	case WEST:
		return t->index - 1;
	case EAST:
		return t->index + 1;
	case NORTH:
		return t->index - t->tile_cols;
	default:
		return t->index + t->tile_cols;
	}
}

/* Creates the event for what comes from this side for the next iteration. */
static u8
create_event(ocrGuid_t *event, const struct tile *t, enum side side)
{
	/* A once event would be gone if the message were here already, before
	 * anything waits for it. */
	const ocrEventParams_t params = {.EVENT_COUNTED = {.nbDeps = 1}};
	u8 err = find_event(event, t->names, t->index, side, t->iteration + 1);

	if (!err)
		err = ocrEventCreateParams(
			event, OCR_EVENT_COUNTED_T,
			GUID_PROP_IS_LABELED | EVT_PROP_TAKES_ARG, &params);
	return err;
}

/* Creates the step after this one, which waits for messages under their names,
 * and for the tile. */
static u8
create_next(ocrGuid_t *task, const struct tile *t)
{
	ocrGuid_t event;
	ocrHint_t hint;
	u8 err = here_hint(&hint);

	if (!err)
		err = ocrEdtCreate(task, t->step_template, EDT_PARAM_DEF, NULL,
				   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &hint,
				   NULL);
	for (u32 side = 0; side < SIDES && !err; side++) {
		event = NULL_GUID;
		if (has_side(t, side))
			err = create_event(&event, t, side);
		if (!err)
			err = ocrAddDependence(event, *task, side,
					       DB_MODE_CONST);
	}
	return err;
}

u8
labels_send_on(struct tile *t, const ocrEdtDep_t depv[])
{
	ocrGuid_t tile = depv[SLOT_TILE].guid, next;
	ocrGuid_t message[SIDES], to[SIDES];
	unsigned sides = t->sides;
	u8 err = create_next(&next, t);

	for (u32 side = 0; side < SIDES && !err; side++) {
		if (!has_side(t, side))
			continue;
		err = step_create_message(&message[side], t, side, NULL_GUID);
		if (!err)
			err = find_event(&to[side], t->names,
					 find_neighbour(t, side),
					 opposite(side), t->iteration + 1);
	}
	t->iteration++;
	/* The next step sees what is written before this, and no more. */
	if (!err)
		err = ocrDbRelease(tile);
	if (!err)
		err = ocrAddDependence(tile, next, SLOT_TILE, DB_MODE_EW);
	/* As heat2d_step.c does it, and for the same reason. */
	for (u32 side = 0; side < SIDES && !err; side++) {
		if (sides & 1u << side)
			err = ocrEventSatisfy(to[side], message[side]);
		if (!err && depv[side].ptr)
			err = ocrDbDestroy(depv[side].guid);
	}
	return err;
}
