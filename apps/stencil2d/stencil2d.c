/* SPDX-License-Identifier: BSD-3-Clause */
/* stencil2d.c - the stencil of the Parallel Research Kernels on all nodes of a
 * job, in tiles that send each other messages through channels with names.
 *
 * Each tile is a data block on its home node, and its iterations are tasks, one
 * after the other, that run there.  For each neighbour it has a channel event,
 * to which that neighbour sends a message with its points for each iteration:
 *
 *	neighbour's step k - 1 ---- message k ----> channel ---.
 *	                                                        v
 *	step k - 1 ---------------- the tile ----------------> step k
 *
 * How they find the channels, and why there is no barrier: apps/common/parts.h.
 */
#include "ocr.h"
#include "extensions/ocr-affinity.h"

#include "apps/common/clock.h"
#include "apps/common/command.h"
#include "apps/common/here.h"
#include "apps/common/progress.h"
#include "apps/common/quit.h"
#include "apps/stencil2d/end.h"
#include "apps/stencil2d/tile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The pre-slots of a step: a message from each side, the tile and the plan. */
enum { SLOT_TILE = SIDES, SLOT_PLAN, STEP_SLOTS };

/*
 * Tiles and channels
 */

/* Whether the tile has a neighbour on this side, and which. */
static bool
find_neighbour(const struct plan *p, u32 tile, enum side side, u32 *neighbour)
{
	u32 columns = p->options.tile_columns;
	u32 row = tile / columns, column = tile % columns;

	switch (side) {
	case WEST:
		*neighbour = tile - 1;
		return column > 0;
	case EAST:
		*neighbour = tile + 1;
		return column + 1 < columns;
	case NORTH:
		*neighbour = tile - columns;
		return row > 0;
	default:
		*neighbour = tile + columns;
		return row + 1 < p->options.tile_rows;
	}
}

/* Does it for the channels of all sides that have a neighbour. */
static u8
each_channel(const struct plan *p, u32 tile,
	     u8 (*act)(const struct parts *, u32, u32))
{
	u32 neighbour;
	u8 err = 0;

	for (u32 side = 0; side < SIDES && !err; side++)
		if (find_neighbour(p, tile, side, &neighbour))
			err = act(&p->parts, tile, side);
	return err;
}

/* Sends the tile's points to all neighbours: what leaves to the west arrives
 * from the east. */
static u8
send_messages(const struct plan *p, u32 tile, const struct tile *t)
{
	ocrGuid_t block;
	u32 neighbour;
	double *cell;
	u8 err = 0;

	for (u32 side = 0; side < SIDES && !err; side++) {
		if (!find_neighbour(p, tile, side, &neighbour))
			continue;
		err = ocrDbCreate(&block, (void **)&cell,
				  tile_message_cells(t, side) * sizeof(*cell),
				  DB_PROP_NONE, NULL_HINT, NO_ALLOC);
		if (err)
			break;
		tile_write_message(t, side, cell);
		/* What is not released is not seen by whoever gets it. */
		err = ocrDbRelease(block);
		if (!err)
			err = parts_tell(&p->parts, neighbour, opposite(side),
					 block);
	}
	return err;
}

/*
 * Steps
 */

/* Creates the step of this iteration, which waits for a message from each
 * neighbour, and for the tile in the slot that is still open. */
static u8
create_step(ocrGuid_t *task, const struct plan *p, ocrGuid_t plan_block,
	    u32 tile, u64 iteration)
{
	const u64 params[] = {tile, iteration};
	ocrHint_t hint;
	u32 neighbour;
	u8 err = here_hint(&hint);

	if (!err)
		err = ocrEdtCreate(task, p->step_template, EDT_PARAM_DEF,
				   params, EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
				   &hint, NULL);
	for (u32 side = 0; side < SIDES && !err; side++) {
		if (find_neighbour(p, tile, side, &neighbour))
			err = parts_hear(&p->parts, tile, side, *task, side);
		else
			err = ocrAddDependence(NULL_GUID, *task, side,
					       DB_MODE_CONST);
	}
	if (!err)
		err = ocrAddDependence(plan_block, *task, SLOT_PLAN,
				       DB_MODE_CONST);
	return err;
}

/* Goes on to this iteration: its messages are sent, and its step gets the
 * tile.  That comes last, when this task has released the plan as well: whoever
 * destroys it in the end need not wait for a task that has nothing to do any
 * more. */
static u8
go_on(const struct plan *p, ocrGuid_t plan_block, u32 tile, u64 iteration,
      const struct tile *t, ocrGuid_t tile_block)
{
	ocrGuid_t step;
	u8 err = create_step(&step, p, plan_block, tile, iteration);

	if (!err)
		err = send_messages(p, tile, t);
	if (!err)
		err = ocrDbRelease(plan_block);
	if (!err)
		err = ocrDbRelease(tile_block);
	if (!err)
		err = ocrAddDependence(tile_block, step, SLOT_TILE, DB_MODE_EW);
	return err;
}

/* After the last iteration.  The result is sent last: when it arrives, nothing
 * else of the tile is left. */
static u8
end_tile(const struct plan *p, ocrGuid_t plan_block, u32 tile,
	 const struct tile *t, ocrGuid_t tile_block)
{
	ocrGuid_t report = p->report;
	u64 cells = p->options.verify ? (u64)t->area.width * t->area.height : 0;
	struct result *r;
	ocrGuid_t block;
	u8 err = ocrDbCreate(&block, (void **)&r,
			     sizeof(*r) + cells * sizeof(r->cell[0]),
			     DB_PROP_NONE, NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	r->sum = tile_sum(t);
	if (cells)
		tile_get_out(t, r->cell);
	err = ocrDbRelease(block);
	if (!err)
		err = ocrDbDestroy(tile_block);
	if (!err)
		err = each_channel(p, tile, parts_deafen);
	if (!err)
		err = ocrDbRelease(plan_block);
	if (!err)
		err = ocrAddDependence(block, report, tile, DB_MODE_CONST);
	return err;
}

/* One iteration of one tile. */
static ocrGuid_t
step_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[SLOT_PLAN].ptr;
	struct tile *t = depv[SLOT_TILE].ptr;
	u64 iteration = paramv[1];
	u32 tile = (u32)paramv[0];
	u8 err = 0;

	(void)paramc;
	(void)depc;
	for (u32 side = 0; side < SIDES && !err; side++)
		if (depv[side].ptr) {
			tile_read_message(t, side, depv[side].ptr);
			err = ocrDbDestroy(depv[side].guid);
		}
	tile_compute(t);
	/* One tile speaks for all: none can be further from it in iterations
	 * than it is in tiles. */
	if (tile == 0)
		progress_tell(iteration + 1, p->options.iterations + 1);
	if (!err && iteration < p->options.iterations)
		err = go_on(p, depv[SLOT_PLAN].guid, tile, iteration + 1, t,
			    depv[SLOT_TILE].guid);
	else if (!err)
		err = end_tile(p, depv[SLOT_PLAN].guid, tile, t,
			       depv[SLOT_TILE].guid);
	if (err)
		quit_failed("stencil2d", err);
	return NULL_GUID;
}

/* Makes a tile, at its home. */
static ocrGuid_t
open_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = depv[0].ptr;
	const struct options *o = &p->options;
	u32 tile = (u32)paramv[0];
	struct area a =
		tile_area(o->size, o->tile_rows, o->tile_columns,
			  tile / o->tile_columns, tile % o->tile_columns);
	struct tile *t;
	ocrGuid_t block;
	u8 err;

	(void)paramc;
	(void)depc;
	err = ocrDbCreate(&block, (void **)&t, tile_bytes(&a, o->radius),
			  DB_PROP_NONE, NULL_HINT, NO_ALLOC);
	if (!err) {
		tile_init(t, &a, o->size, o->radius);
		err = each_channel(p, tile, parts_listen);
	}
	if (!err)
		err = go_on(p, depv[0].guid, tile, 0, t, block);
	if (err)
		quit_failed("stencil2d", err);
	return NULL_GUID;
}

/*
 * The start
 */

/* Four tiles for each node, in about as many rows as columns, but none that is
 * narrower than the radius. */
static void
choose_tiles(struct options *o, u64 nodes)
{
	u64 most = o->size / o->radius, tiles = 4 * nodes, rows = 1;

	if (tiles > OPTIONS_MAX_TILES)
		tiles = OPTIONS_MAX_TILES;
	for (u64 r = 1; r * r <= tiles; r++)
		if (tiles % r == 0)
			rows = r;
	o->tile_rows = (u32)(rows < most ? rows : most);
	o->tile_columns = (u32)(tiles / rows < most ? tiles / rows : most);
}

/* Decides on everything before anything is computed; false with a line in
 * `why`. */
static bool
prepare(struct plan *p, struct cli_error *why)
{
	struct options *o = &p->options;
	u64 nodes = 1;

	ocrAffinityCount(AFFINITY_PD, &nodes);
	if (!o->tile_rows)
		choose_tiles(o, nodes);
	/* A message comes from one neighbour alone. */
	if (o->size / o->tile_rows < o->radius ||
	    o->size / o->tile_columns < o->radius)
		return cli_fail(why,
				"%ux%u tiles are too many: each needs %u rows "
				"and columns, and the field has %u",
				o->tile_rows, o->tile_columns, o->radius,
				o->size);
	p->parts.n = o->tile_rows * o->tile_columns;
	p->parts.per_node = (u32)((p->parts.n + nodes - 1) / nodes);
	p->parts.ways = SIDES;
	return true;
}

/* Starts all tiles.  The plan is complete and released by that. */
static u8
start(struct plan *p, ocrGuid_t plan_block)
{
	u8 err = parts_reserve(&p->parts);
	struct parts parts = p->parts;
	ocrGuid_t report;

	PRINTF("stencil2d: %u x %u points, radius %u, %u x %u tiles, %" PRIu64
	       " iterations and a first one\n",
	       p->options.size, p->options.size, p->options.radius,
	       p->options.tile_rows, p->options.tile_columns,
	       p->options.iterations);
	if (!err)
		err = ocrEdtTemplateCreate(&p->step_template, step_edt, 2,
					   STEP_SLOTS);
	if (!err)
		err = here_create(&p->report, report_edt, parts.n + 1, NULL);
	report = p->report;
	p->start_ns = clock_now_ns();
	if (!err)
		err = ocrDbRelease(plan_block);
	if (!err)
		err = ocrAddDependence(plan_block, report, parts.n,
				       DB_MODE_CONST);
	return err ? err : parts_start(&parts, open_edt, plan_block);
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct cli_error wrong;
	ocrGuid_t plan_block;
	struct plan *p;
	u8 err;

	(void)paramc;
	(void)paramv;
	(void)depc;
	err = ocrDbCreate(&plan_block, (void **)&p, sizeof(*p), DB_PROP_NONE,
			  NULL_HINT, NO_ALLOC);
	if (err) {
		quit_failed("stencil2d", err);
		return NULL_GUID;
	}
	if (!command_take(&options_cli, &p->options, depv[0].ptr))
		return NULL_GUID;
	if (!prepare(p, &wrong)) {
		fprintf(stderr, "stencil2d: %s\n", wrong.text);
		ocrAbort(2);
	} else {
		progress_start("stencil2d", "iterations", p->options.progress);
		err = start(p, plan_block);
		if (err)
			quit_failed("stencil2d", err);
	}
	return NULL_GUID;
}
