/* SPDX-License-Identifier: BSD-3-Clause */
/* wave.c - see wave.h.
 *
 *	                    above(r, c)
 *	                        |
 *	      left(r, c) ->  tile(r, c)  -> left(r, c+1)
 *	                        |
 *	                    above(r+1, c)
 *
 * Nobody creates the tasks in advance, and no task is told the GUID of another.
 * The task of a tile is an element of a map, which creates it when the first of
 * its two neighbours asks for it; borders are elements of a range of labeled
 * data blocks.  All that a tile needs to know of others is their places.
 *
 * The best score travels with the borders, so the last tile knows it.  From
 * there the alignment is traced back: one task after another goes through a
 * tile on its way, computes it once more from its two borders, which are found
 * by their places again, and adds to the alignment.  The insides of tiles are
 * never kept.
 *
 * The elements of maps and ranges are dealt to the nodes in turn, and rows of
 * them are as long as a multiple of the number of nodes.  So a column of tiles
 * stays on one node, the next one is on the next node, the last one on node 0,
 * which has the terminal, and a border is at home where it is read.
 */
#include "apps/wavefront/wave.h"

#include "extensions/ocr-affinity.h"
#include "extensions/ocr-labeling.h"
#include "extensions/ocr-map-creator.h"

#include "apps/common/progress.h"
#include "apps/common/quit.h"

#include <stdio.h>
#include <stdlib.h>

/* Parameters of a tile's task and of one that goes back through a tile. */
struct tile_params {
	u64 row;
	u64 col;
	struct plan plan;
};
struct trace_params {
	struct walk walk;
	struct plan plan;
};

#define PARAMC(type) (sizeof(type) / sizeof(u64))
#define PARAMS(type) ((const type *)(const void *)paramv)

enum tile_slot { TILE_LEFT, TILE_ABOVE, TILE_SLOTS };
enum trace_slot { TRACE_LEFT, TRACE_ABOVE, TRACE_ALIGNMENT, TRACE_SLOTS };

/*
 * Names
 */

static u64
index_of(const struct plan *p, u64 row, u64 col)
{
	return row * p->width + p->shift + col;
}

/* The border to the left of the tile in this place, or the one above it. */
static u8
find_border(ocrGuid_t *border, const struct names *names, const struct plan *p,
	    u64 row, u64 col, enum tile_slot side)
{
	u64 index = index_of(p, row, col);

	if (side == TILE_ABOVE)
		index += p->cut.rows * p->width;
	return ocrGuidFromIndex(border, names->borders, index);
}

/* The map's creator: runs once for each tile, on the node that owns it. */
static void
create_tile(ocrGuid_t task, u64 index, u32 paramc, u64 *paramv, u32 guidc,
	    ocrGuid_t *guidv)
{
	struct tile_params params = {.plan = *PARAMS(struct plan)};
	u8 err;

	(void)paramc;
	(void)guidc;
	params.row = index / params.plan.width;
	params.col = index % params.plan.width - params.plan.shift;
	err = ocrEdtCreate(&task, guidv[0], EDT_PARAM_DEF, (u64 *)&params,
			   EDT_PARAM_DEF, NULL, EDT_PROP_MAPPED, NULL_HINT,
			   NULL);
	if (err)
		quit_failed("wavefront", err);
}

/*
 * Borders
 */

/* Creates the border of the tile in this place, held by the caller. */
static u8
create_border(ocrGuid_t *block, struct border **border,
	      const struct names *names, const struct plan *p, u64 row, u64 col,
	      enum tile_slot side)
{
	struct area area = cut_area(&p->cut, row, col);
	u64 letters = side == TILE_LEFT ? area.height : area.width;
	u8 err = find_border(block, names, p, row, col, side);

	if (err)
		return err;
	return ocrDbCreate(block, (void **)border, border_size(letters),
			   GUID_PROP_IS_LABELED, NULL_HINT, NO_ALLOC);
}

/* Hands a border to the tile in this place. */
static u8
send_border(ocrGuid_t block, const struct names *names, const struct plan *p,
	    u64 row, u64 col, enum tile_slot side)
{
	ocrGuid_t task;
	u8 err = ocrDbRelease(block);

	if (!err)
		err = ocrMapGet(&task, names->tiles, index_of(p, row, col));
	if (!err)
		err = ocrAddDependence(block, task, side, DB_MODE_CONST);
	return err;
}

/* Makes one of the borders that no tile computes. */
static u8
send_edge(const struct names *names, const struct plan *p, const u8 *letter,
	  u64 row, u64 col, enum tile_slot side)
{
	struct area area = cut_area(&p->cut, row, col);
	struct border *border;
	ocrGuid_t block;
	u8 err = create_border(&block, &border, names, p, row, col, side);

	if (err)
		return err;
	if (side == TILE_LEFT)
		border_init(border, names, area.height, letter + area.a,
			    p->protein, true);
	else
		border_init(border, names, area.width, letter + area.b,
			    p->protein, false);
	return send_border(block, names, p, row, col, side);
}

/*
 * The way back
 */

/* Creates the task that goes on with the trace at `walk`.  It runs where the
 * borders of its tile are at home. */
static u8
create_trace(const struct names *names, const struct plan *p,
	     const struct walk *walk, ocrGuid_t alignment)
{
	struct trace_params params = {*walk, *p};
	u64 row = (walk->a - 1) / p->cut.side, one = 1;
	u64 col = (walk->b - 1) / p->cut.side;
	ocrGuid_t task, node, left, above;
	ocrHint_t hint;
	u8 err = find_border(&left, names, p, row, col, TILE_LEFT);

	if (!err)
		err = find_border(&above, names, p, row, col, TILE_ABOVE);
	if (!err)
		err = ocrAffinityQuery(left, &one, &node);
	if (err)
		return err;
	ocrHintInit(&hint, OCR_HINT_EDT_T);
	ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY,
			ocrAffinityToHintValue(node));
	err = ocrEdtCreate(&task, names->trace_template, EDT_PARAM_DEF,
			   (u64 *)&params, EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
			   &hint, NULL);
	if (!err)
		err = ocrAddDependence(left, task, TRACE_LEFT, DB_MODE_CONST);
	if (!err)
		err = ocrAddDependence(above, task, TRACE_ABOVE, DB_MODE_CONST);
	if (!err)
		err = ocrAddDependence(alignment, task, TRACE_ALIGNMENT,
				       DB_MODE_EW);
	return err;
}

/* Goes back through one tile. */
static ocrGuid_t
trace_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const struct plan *p = &PARAMS(struct trace_params)->plan;
	struct walk walk = PARAMS(struct trace_params)->walk;
	const struct border *left = depv[TRACE_LEFT].ptr;
	const struct border *above = depv[TRACE_ABOVE].ptr;
	struct alignment *alignment = depv[TRACE_ALIGNMENT].ptr;
	ocrGuid_t block = depv[TRACE_ALIGNMENT].guid;
	struct area area = cut_area(&p->cut, (walk.a - 1) / p->cut.side,
				    (walk.b - 1) / p->cut.side);
	int end = tile_trace(&area, &p->scoring, left, above, &walk, alignment);
	u8 err;

	(void)paramc;
	(void)depc;
	if (end < 0) {
		quit_failed("wavefront", OCR_ENOMEM);
		return NULL_GUID;
	}
	err = ocrDbRelease(block);
	if (!err && end)
		err = ocrAddDependence(block, left->names.report,
				       WAVE_REPORT_SLOT, DB_MODE_CONST);
	else if (!err)
		err = create_trace(&left->names, p, &walk, block);
	if (err)
		quit_failed("wavefront", err);
	return NULL_GUID;
}

/* All tiles are computed: begins the way back, if there is one. */
static u8
begin_trace(const struct names *names, const struct plan *p,
	    const struct best *best)
{
	bool trace = p->keep && best->score;
	struct walk walk = {best->end_a, best->end_b, WALK_H};
	struct alignment *alignment;
	ocrGuid_t block;
	u8 err = ocrDbCreate(&block, (void **)&alignment,
			     trace ? alignment_size(best) : sizeof(*alignment),
			     DB_PROP_NONE, NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	alignment->best = *best;
	alignment->steps = 0;
	err = ocrDbRelease(block);
	if (err)
		return err;
	if (trace)
		return create_trace(names, p, &walk, block);
	return ocrAddDependence(block, names->report, WAVE_REPORT_SLOT,
				DB_MODE_CONST);
}

/*
 * Tiles
 */

/* After the last tile of a row all rows up to it are done. */
static void
tell_progress(const struct plan *p, u64 row, u64 col)
{
	if (col + 1 != p->cut.cols)
		return;
	progress_tell(row + 1, p->cut.rows);
	if (row + 1 == p->cut.rows)
		progress_end();
}

/* The border that a tile writes for a neighbour; at the end of the matrix, of
 * which nobody wants the scores, memory of its own. */
struct output {
	ocrGuid_t block;
	struct border *border;
	bool is_sent;
};

static u8
open_output(struct output *out, const struct names *names, const struct plan *p,
	    u64 row, u64 col, enum tile_slot side, u64 letters)
{
	out->is_sent = row < p->cut.rows && col < p->cut.cols;
	if (out->is_sent)
		return create_border(&out->block, &out->border, names, p, row,
				     col, side);
	out->border = malloc(border_size(letters));
	return out->border ? 0 : OCR_ENOMEM;
}

static u8
close_output(struct output *out, const struct names *names,
	     const struct plan *p, u64 row, u64 col, enum tile_slot side)
{
	if (out->is_sent)
		return send_border(out->block, names, p, row, col, side);
	free(out->border);
	return 0;
}

/* Computes the tile and hands its borders on. */
static u8
run_tile(const struct tile_params *t, const ocrEdtDep_t depv[])
{
	const struct plan *p = &t->plan;
	const struct border *left = depv[TILE_LEFT].ptr;
	const struct border *above = depv[TILE_ABOVE].ptr;
	const struct names names = left->names;
	struct area area = cut_area(&p->cut, t->row, t->col);
	struct output right, below;
	struct best best;
	u8 err = open_output(&right, &names, p, t->row, t->col + 1, TILE_LEFT,
			     area.height);

	if (!err)
		err = open_output(&below, &names, p, t->row + 1, t->col,
				  TILE_ABOVE, area.width);
	if (err)
		return err;
	tile_compute(&area, &p->scoring, left, above, right.border,
		     below.border, &best);
	tell_progress(p, t->row, t->col);
	err = close_output(&right, &names, p, t->row, t->col + 1, TILE_LEFT);
	if (!err)
		err = close_output(&below, &names, p, t->row + 1, t->col,
				   TILE_ABOVE);
	for (u32 i = 0; i < TILE_SLOTS && !p->keep && !err; i++)
		err = ocrDbDestroy(depv[i].guid);
	if (!err && t->row + 1 == p->cut.rows && t->col + 1 == p->cut.cols)
		err = begin_trace(&names, p, &best);
	return err;
}

static ocrGuid_t
tile_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u8 err = run_tile(PARAMS(struct tile_params), depv);

	(void)paramc;
	(void)depc;
	if (err)
		quit_failed("wavefront", err);
	return NULL_GUID;
}

/*
 * Begin and end
 */

u8
wave_create(struct names *names, const struct plan *p)
{
	u64 tiles = p->cut.rows * p->width;
	ocrHint_t hint;
	u8 err = ocrEdtTemplateCreate(&names->tile_template, tile_edt,
				      PARAMC(struct tile_params), TILE_SLOTS);

	if (!err)
		err = ocrEdtTemplateCreate(&names->trace_template, trace_edt,
					   PARAMC(struct trace_params),
					   TRACE_SLOTS);
	if (!err)
		err = ocrMapCreate(&names->tiles, tiles, create_tile,
				   PARAMC(struct plan), (const u64 *)p, 1,
				   &names->tile_template);
	if (!err)
		err = ocrGuidRangeCreate(&names->borders, 2 * tiles,
					 GUID_USER_DB);
	/* Deals the elements to the nodes one by one. */
	ocrHintInit(&hint, OCR_HINT_GROUP_T);
	ocrSetHintValue(&hint, OCR_HINT_GROUP_BLOCK, 1);
	if (!err)
		err = ocrGuidMapSpread(&names->borders, &hint);
	if (!err)
		err = ocrGuidMapSpread(&names->tiles, &hint);
	return err;
}

u8
wave_start(const struct names *names, const struct plan *p, const u8 *a,
	   const u8 *b)
{
	u8 err = 0;

	for (u64 col = 0; col < p->cut.cols && !err; col++)
		err = send_edge(names, p, b, 0, col, TILE_ABOVE);
	for (u64 row = 0; row < p->cut.rows && !err; row++)
		err = send_edge(names, p, a, row, 0, TILE_LEFT);
	return err;
}

u8
wave_destroy(const struct names *names, const struct plan *p)
{
	ocrGuid_t border;
	u8 err = 0;

	/* Column by column: those of one are on one node. */
	for (u64 col = 0; col < p->cut.cols && p->keep; col++)
		for (u64 i = 0; i < 2 * p->cut.rows && !err; i++) {
			err = find_border(&border, names, p, i / 2, col,
					  i % 2 ? TILE_ABOVE : TILE_LEFT);
			if (!err)
				err = ocrDbDestroy(border);
		}
	if (!err)
		err = ocrMapDestroy(names->tiles);
	if (!err)
		err = ocrGuidMapDestroy(names->borders);
	if (!err)
		err = ocrEdtTemplateDestroy(names->tile_template);
	if (!err)
		err = ocrEdtTemplateDestroy(names->trace_template);
	return err;
}
