/* SPDX-License-Identifier: BSD-3-Clause */
/* heat2d.c - heat spreads over a plate, cut into tiles, on all nodes of a job.
 *
 * Each tile is a data block that lives on its home node.  Its iterations are
 * tasks, one after the other, that run there.  Step k of a tile needs the tile
 * as step k - 1 left it and a message with the edge cells of each neighbour,
 * as that neighbour's step k - 1 left them:
 *
 *	  messages k of the neighbours
 *	       | | | |
 *	tile -> step k -> tile -> step k + 1 -> ... -> step N -> result
 *	       | | | |
 *	  messages k + 1 to the neighbours
 *
 * There is no barrier and no task graph of the whole run.  Events that fire
 * once connect the steps, and a tile tells its neighbours, in each message,
 * the event that their next message shall satisfy:
 *
 *	step k of A   creates step k + 2 of A and the events it waits for
 *	              sends message k + 1, with such an event, to B
 *	step k + 1 of B  reads it, and sends message k + 2 to that event
 *
 * So each event has its waiter before anybody else can know it, and a tile
 * never has more than two steps ahead of it: memory does not grow with N.
 * mainEdt makes what has no step before it: step 0, which only sends, and step
 * 1.  When all results are there, gather_edt puts the plate together.
 *
 * With --names labels no message carries an event: labels.h.
 */
#include "ocr.h"
#include "extensions/ocr-affinity.h"

#include "apps/common/command.h"
#include "apps/common/here.h"
#include "apps/common/outfile.h"
#include "apps/common/quit.h"
#include "apps/heat2d/image.h"
#include "apps/heat2d/labels.h"
#include "apps/heat2d/options.h"
#include "apps/common/picture.h"
#include "apps/heat2d/plate.h"
#include "apps/heat2d/step.h"
#include "apps/heat2d/tile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The block for the last task. */
struct job {
	struct options options;
	u32 height;
	u32 width;
	u32 max; /* the hottest sample of the picture */
};

/*
 * The end
 */

/* Whether the plate is what the serial loop makes of `start`. */
static bool
verify(const struct job *job, const double *start, const double *cell)
{
	size_t cells = (size_t)job->height * job->width, at;
	double *one = malloc(cells * sizeof(*one));
	double *two = malloc(cells * sizeof(*two)), *serial;
	bool same = false;

	if (!one || !two) {
		fprintf(stderr, "heat2d: out of memory for the serial loop\n");
		goto free_both;
	}
	memcpy(one, start, cells * sizeof(*one));
	serial = plate_run(one, two, job->width, job->height,
			   job->options.iterations);
	at = plate_compare(cell, serial, cells);
	same = at == cells;
	if (!same)
		fprintf(stderr,
			"heat2d: row %zu, column %zu is %.17g, and %.17g by "
			"the serial loop\n",
			at / job->width, at % job->width, cell[at], serial[at]);

free_both:
	free(one);
	free(two);
	return same;
}

static struct area
find_area(const struct job *job, u32 index)
{
	const struct options *o = &job->options;

	return tile_area(job->height, job->width, o->tile_rows, o->tile_cols,
			 index / o->tile_cols, index % o->tile_cols);
}

static void
put_tile(const struct job *job, u32 index, const double *from, double *cell)
{
	struct area a = find_area(job, index);

	for (size_t y = 0; y < a.height; y++)
		memcpy(cell + (a.y + y) * job->width + a.x, from + y * a.width,
		       a.width * sizeof(*cell));
}

/* Puts the results together: one slot for each tile, then the job and, to
 * compare with, the plate as it was at the start. */
static ocrGuid_t
gather_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u32 tiles = depc - 2;
	const struct job *job = depv[tiles].ptr;
	const struct options *o = &job->options;
	const double *start = depv[tiles + 1].ptr;
	double *cell = malloc(sizeof(*cell) * job->height * job->width);
	struct cli_error why;
	bool ok = true;

	(void)paramc;
	(void)paramv;
	if (!cell) {
		quit_failed("heat2d", OCR_ENOMEM);
		return NULL_GUID;
	}
	for (u32 i = 0; i < tiles; i++)
		put_tile(job, i, depv[i].ptr, cell);
	if (start) {
		ok = verify(job, start, cell);
		if (ok)
			PRINTF("heat2d: the same as the serial loop, bit for "
			       "bit\n");
	}
	if (ok && o->out[0]) {
		ok = image_write(o->out, cell, job->width, job->height,
				 job->max, &why);
		if (ok)
			PRINTF("heat2d: wrote %s\n", o->out);
		else
			fprintf(stderr, "heat2d: %s\n", why.text);
	}
	free(cell);
	if (ok)
		ocrShutdown();
	else
		ocrAbort(1);
	return NULL_GUID;
}

/*
 * The start
 */

/* The neighbours of the tile in this row and column, as bits. */
static unsigned
find_sides(const struct options *o, u32 row, u32 col)
{
	return (unsigned)(col > 0) << WEST |
	       (unsigned)(col + 1 < o->tile_cols) << EAST |
	       (unsigned)(row > 0) << NORTH |
	       (unsigned)(row + 1 < o->tile_rows) << SOUTH;
}

/* The node of a tile: rows of tiles stay together as far as possible. */
static u8
find_home(const struct options *o, u32 tile, ocrGuid_t *node)
{
	u64 nodes;
	u8 err = ocrAffinityCount(AFFINITY_PD, &nodes);

	if (!err)
		err = ocrAffinityGetAt(
			AFFINITY_PD,
			tile * nodes / ((u64)o->tile_rows * o->tile_cols),
			node);
	return err;
}

/* Creates the block of a tile on its node. */
static u8
create_tile(ocrGuid_t *block, struct tile **tile, const struct job *job,
	    const double *plate, u32 index, ocrGuid_t node)
{
	struct area a = find_area(job, index);
	ocrHint_t hint;
	u8 err;

	ocrHintInit(&hint, OCR_HINT_DB_T);
	ocrSetHintValue(&hint, OCR_HINT_DB_AFFINITY,
			ocrAffinityToHintValue(node));
	err = ocrDbCreate(block, (void **)tile, tile_size(&a), DB_PROP_NONE,
			  &hint, NO_ALLOC);
	if (err)
		return err;
	tile_init(*tile, &a, plate, job->height, job->width);
	(*tile)->iterations = job->options.iterations;
	/* The plate's first tile speaks for all: none can be further from it
	 * in iterations than it is in tiles.  It lives on node 0, which has
	 * the terminal, if there is one. */
	if (index == 0 && isatty(STDERR_FILENO))
		(*tile)->progress = PROGRESS_TERMINAL;
	else if (index == 0 && job->options.progress)
		(*tile)->progress = PROGRESS_LINES;
	return 0;
}

/* What all tiles start with. */
struct common {
	ocrGuid_t step_template;
	ocrGuid_t names;  /* of events, or NULL_GUID */
	ocrGuid_t gather; /* the last task */
	struct step *one; /* all tiles' steps 1; zeros with names */
};

/* Creates a tile and starts it with step 0. */
static u8
start_tile(const struct job *job, const double *plate, u32 index,
	   const struct common *c)
{
	const struct options *o = &job->options;
	unsigned sides =
		find_sides(o, index / o->tile_cols, index % o->tile_cols);
	const s64 offset[SIDES] = {
		[WEST] = -1,
		[EAST] = 1,
		[NORTH] = -(s64)o->tile_cols,
		[SOUTH] = o->tile_cols,
	};
	ocrGuid_t node, block;
	struct step zero;
	struct tile *t;
	u8 err = find_home(o, index, &node);

	if (!err)
		err = create_tile(&block, &t, job, plate, index, node);
	if (err)
		return err;
	t->step_template = c->step_template;
	t->names = c->names;
	t->index = index;
	t->tile_cols = o->tile_cols;
	t->sides = sides;
	t->next = c->one[index].tile;
	/* What leaves to the west arrives from the east. */
	for (u32 side = 0; side < SIDES; side++)
		if (sides & 1u << side)
			t->first[side] = c->one[index + offset[side]]
						 .message[opposite(side)];
	err = ocrEventCreate(&t->result, OCR_EVENT_ONCE_T, EVT_PROP_TAKES_ARG);
	if (!err)
		err = ocrAddDependence(t->result, c->gather, index,
				       DB_MODE_CONST);
	if (!err)
		err = step_create(&zero, c->step_template, 0, node);
	if (!err)
		err = ocrDbRelease(block);
	if (!err)
		err = ocrEventSatisfy(zero.tile, block);
	return err;
}

/* Creates each tile's step 1, and what the other tiles' steps 0 send to. */
static u8
create_steps_one(const struct options *o, const struct common *c)
{
	ocrGuid_t node;
	u8 err = 0;

	for (u32 i = 0; i < o->tile_rows * o->tile_cols && !err; i++) {
		err = find_home(o, i, &node);
		if (!err)
			err = step_create(&c->one[i], c->step_template,
					  find_sides(o, i / o->tile_cols,
						     i % o->tile_cols),
					  node);
	}
	return err;
}

/* Creates all that has no step before it. */
static u8
start_tiles(const struct job *job, const double *plate, ocrGuid_t gather)
{
	const struct options *o = &job->options;
	u32 tiles = o->tile_rows * o->tile_cols;
	struct common c = {
		.names = NULL_GUID,
		.gather = gather,
		.one = calloc(tiles, sizeof(*c.one)),
	};
	u8 err;

	if (!c.one)
		return OCR_ENOMEM;
	err = ocrEdtTemplateCreate(&c.step_template, step_edt, 0, STEP_SLOTS);
	if (!err && o->labels)
		err = labels_create(&c.names, tiles);
	else if (!err && o->iterations > 0)
		err = create_steps_one(o, &c);
	for (u32 i = 0; i < tiles && !err; i++)
		err = start_tile(job, plate, i, &c);
	free(c.one);
	return err;
}

/* As many tiles as give each node a few, roughly as many rows as columns. */
static void
choose_tiles(struct job *job, u64 nodes)
{
	struct options *o = &job->options;
	u64 rows = 4, cols = 4;

	while (rows * cols < 4 * nodes && rows * cols < OPTIONS_MAX_TILES)
		if (rows == cols)
			rows *= 2;
		else
			cols *= 2;
	o->tile_rows = rows < job->height ? (u32)rows : job->height;
	o->tile_cols = cols < job->width ? (u32)cols : job->width;
}

/* Decides on everything before anything is computed.  0, or the exit status
 * after a line on standard error. */
static u8
prepare(struct job *job, struct picture *p)
{
	struct options *o = &job->options;
	struct cli_error wrong;
	struct picture_error why;
	u64 nodes = 1;

	job->width = o->width;
	job->height = o->height;
	job->max = PLATE_HOT;
	if (o->in[0]) {
		if (!picture_open(p, o->in, &why)) {
			fprintf(stderr, "heat2d: %s\n", why.text);
			return 1;
		}
		job->width = p->width;
		job->height = p->height;
		job->max = p->max;
	}
	ocrAffinityCount(AFFINITY_PD, &nodes);
	if (!o->tile_rows)
		choose_tiles(job, nodes);
	if (o->tile_rows > job->height || o->tile_cols > job->width) {
		fprintf(stderr,
			"heat2d: %ux%u tiles do not fit: the plate has %u rows "
			"and %u columns\n",
			o->tile_rows, o->tile_cols, job->height, job->width);
		return 2;
	}
	if (o->out[0] && !outfile_check(o->out, &wrong)) {
		fprintf(stderr, "heat2d: %s\n", wrong.text);
		return 1;
	}
	return 0;
}

/* Creates the plate and all tasks.  An error of the runtime, or 0; *status is
 * the exit status if the picture was bad. */
static u8
start(struct job *job, ocrGuid_t job_block, struct picture *p, u8 *status)
{
	const struct options *o = &job->options;
	u32 tiles = o->tile_rows * o->tile_cols;
	bool compare = o->verify;
	struct picture_error why;
	ocrGuid_t plate_block, gather;
	double *plate;
	u8 err = ocrDbCreate(&plate_block, (void **)&plate,
			     sizeof(*plate) * job->height * job->width,
			     DB_PROP_NONE, NULL_HINT, NO_ALLOC);

	if (err)
		return err;
	if (!p->file) {
		plate_make(plate, job->width, job->height);
	} else if (!picture_read(p, plate, &why)) {
		fprintf(stderr, "heat2d: %s\n", why.text);
		*status = 1;
		return 0;
	}
	PRINTF("heat2d: %u x %u cells, %u x %u tiles, %" PRIu64 " iterations\n",
	       job->width, job->height, o->tile_rows, o->tile_cols,
	       o->iterations);
	err = here_create(&gather, gather_edt, tiles + 2, NULL);
	if (!err)
		err = start_tiles(job, plate, gather);
	/* The last task waits for these two as well.  So it cannot have got
	 * them before they are released, however fast the tiles are. */
	if (!err)
		err = ocrDbRelease(job_block);
	if (!err)
		err = ocrAddDependence(job_block, gather, tiles, DB_MODE_CONST);
	if (!err)
		err = compare ? ocrDbRelease(plate_block)
			      : ocrDbDestroy(plate_block);
	if (!err)
		err = ocrAddDependence(compare ? plate_block : NULL_GUID,
				       gather, tiles + 1, DB_MODE_CONST);
	return err;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct picture picture = {0};
	ocrGuid_t job_block;
	struct job *job;
	u8 err, status = 0;

	(void)paramc;
	(void)paramv;
	(void)depc;
	err = ocrDbCreate(&job_block, (void **)&job, sizeof(*job), DB_PROP_NONE,
			  NULL_HINT, NO_ALLOC);
	if (!err && !command_take(&options_cli, &job->options, depv[0].ptr))
		return NULL_GUID;
	if (!err)
		status = prepare(job, &picture);
	if (!err && !status)
		err = start(job, job_block, &picture, &status);
	picture_close(&picture);
	if (status)
		ocrAbort(status);
	else if (err)
		quit_failed("heat2d", err);
	return NULL_GUID;
}
