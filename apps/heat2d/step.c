/* SPDX-License-Identifier: BSD-3-Clause */
/* step.c - see step.h. */
#include "apps/heat2d/step.h"

#include "ocr.h"
#include "extensions/ocr-affinity.h"

#include "apps/common/quit.h"
#include "apps/heat2d/labels.h"

#include <stdio.h>

u8
step_create(struct step *s, ocrGuid_t step_template, unsigned sides,
	    ocrGuid_t node)
{
	ocrGuid_t task;
	ocrHint_t hint;
	u8 err;

	ocrHintInit(&hint, OCR_HINT_EDT_T);
	ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY,
			ocrAffinityToHintValue(node));
	err = ocrEdtCreate(&task, step_template, EDT_PARAM_DEF, NULL,
			   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &hint, NULL);
	for (u32 side = 0; side < SIDES && !err; side++) {
		s->message[side] = NULL_GUID;
		if (sides & 1u << side)
			err = ocrEventCreate(&s->message[side],
					     OCR_EVENT_ONCE_T,
					     EVT_PROP_TAKES_ARG);
		if (!err)
			err = ocrAddDependence(s->message[side], task, side,
					       DB_MODE_CONST);
	}
	if (!err)
		err = ocrEventCreate(&s->tile, OCR_EVENT_ONCE_T,
				     EVT_PROP_TAKES_ARG);
	if (!err)
		err = ocrAddDependence(s->tile, task, SLOT_TILE, DB_MODE_EW);
	return err;
}

u8
step_create_message(ocrGuid_t *block, struct tile *t, enum side side,
		    ocrGuid_t reply)
{
	u64 cells = tile_side_length(t, side);
	struct message *m;
	u8 err = ocrDbCreate(block, (void **)&m,
			     sizeof(*m) + cells * sizeof(*m->cell),
			     DB_PROP_NONE, NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	m->reply = reply;
	tile_write_message(t, side, m);
	/* What is not released is not seen by whoever gets the block. */
	return ocrDbRelease(*block);
}

/* Hands the tile on to the next step and sends a message to the event in each
 * of `to` that there is. */
static u8
send_on(struct tile *t, const ocrEdtDep_t depv[], const ocrGuid_t to[SIDES])
{
	ocrGuid_t tile = depv[SLOT_TILE].guid, next = t->next;
	ocrGuid_t message[SIDES], here;
	struct step later = {0}; /* zeros are NULL_GUID */
	unsigned sides = 0;
	u8 err = ocrAffinityGetCurrent(&here);

	for (u32 side = 0; side < SIDES; side++)
		if (!ocrGuidIsNull(to[side]))
			sides |= 1u << side;
	/* One step is waiting already; this is the one after it. */
	if (!err && t->iteration + 2 <= t->iterations)
		err = step_create(&later, t->step_template, sides, here);
	for (u32 side = 0; side < SIDES && !err; side++)
		if (sides & 1u << side)
			err = step_create_message(&message[side], t, side,
						  later.message[side]);
	t->next = later.tile;
	t->iteration++;
	/* The next step sees what is written before this, and no more. */
	if (!err)
		err = ocrDbRelease(tile);
	if (!err)
		err = ocrEventSatisfy(next, tile);
	/* To a neighbour goes its message, and the one that came from it can
	 * go: one after the other, so that both travel in one packet. */
	for (u32 side = 0; side < SIDES && !err; side++) {
		if (sides & 1u << side)
			err = ocrEventSatisfy(to[side], message[side]);
		if (!err && depv[side].ptr)
			err = ocrDbDestroy(depv[side].guid);
	}
	return err;
}

/* After the last step: the tile without its frame, for the last task. */
static u8
send_result(struct tile *t, const ocrEdtDep_t depv[])
{
	ocrGuid_t block, event = t->result;
	double *cell;
	u8 err = ocrDbCreate(&block, (void **)&cell,
			     sizeof(*cell) * t->height * t->width, DB_PROP_NONE,
			     NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	tile_get_cells(t, cell);
	err = ocrDbRelease(block);
	if (!err)
		err = ocrDbDestroy(depv[SLOT_TILE].guid);
	if (!err)
		err = ocrEventSatisfy(event, block);
	for (u32 side = 0; side < SIDES && !err; side++)
		if (depv[side].ptr)
			err = ocrDbDestroy(depv[side].guid);
	return err;
}

ocrGuid_t
step_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct tile *t = depv[SLOT_TILE].ptr;
	ocrGuid_t to[SIDES];
	u8 err;

	(void)paramc;
	(void)paramv;
	(void)depc;
	for (u32 side = 0; side < SIDES; side++) {
		const struct message *m = depv[side].ptr;

		to[side] = NULL_GUID;
		if (m) {
			to[side] = m->reply;
			tile_read_message(t, side, m);
		} else if (t->iteration == 0) {
			to[side] = t->first[side];
		}
	}
	if (t->iteration > 0)
		tile_compute(t);
	tile_tell_progress(t);
	if (t->iteration < t->iterations)
		err = ocrGuidIsNull(t->names) ? send_on(t, depv, to)
					      : labels_send_on(t, depv);
	else
		err = send_result(t, depv);
	if (err)
		quit_failed("heat2d", err);
	return NULL_GUID;
}
