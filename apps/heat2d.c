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
 */
#include "ocr.h"
#include "extensions/ocr-affinity.h"

#include "apps/heat2d_options.h"
#include "apps/heat2d_picture.h"
#include "apps/heat2d_plate.h"
#include "apps/heat2d_tile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The pre-slots of a step: a message from each side, and the tile itself. */
#define SLOT_TILE  SIDES
#define STEP_SLOTS (SIDES + 1)

/* A step that waits, and the events that make it run. */
struct step {
	ocrGuid_t message[SIDES]; /* NULL_GUID where no neighbour is */
	ocrGuid_t tile;
};

/* The block for the last task. */
struct job {
	struct options options;
	u32 height;
	u32 width;
	u32 max; /* the hottest sample of the picture */
};

/* An API call failed. */
static void
give_up(u8 err)
{
	fprintf(stderr, "heat2d: %s (error %u of the runtime)\n",
		err == OCR_ENOMEM ? "out of memory" : "cannot go on", err);
	ocrAbort(1);
}

/*
 * Steps
 */

/* Creates a step that waits for the tile and for a message from each side in
 * `sides`, a set of bits.  All it waits for is tied to it when this returns:
 * from then on anybody may satisfy the events. */
static u8
create_step(struct step *s, ocrGuid_t step_template, unsigned sides,
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

/* A block with the cells along a side.  It is the receiver's to destroy. */
static u8
create_message(ocrGuid_t *block, struct tile *t, enum side side,
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
		err = create_step(&later, t->step_template, sides, here);
	for (u32 side = 0; side < SIDES && !err; side++)
		if (sides & 1u << side)
			err = create_message(&message[side], t, side,
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

/* One iteration of one tile.  Step 0 gets no messages and only sends. */
static ocrGuid_t
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
		err = send_on(t, depv, to);
	else
		err = send_result(t, depv);
	if (err)
		give_up(err);
	return NULL_GUID;
}

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
	struct picture_error why;
	bool ok = true;

	(void)paramc;
	(void)paramv;
	if (!cell) {
		give_up(OCR_ENOMEM);
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
		ok = picture_write(o->out, cell, job->width, job->height,
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

/* Creates a tile and starts it with step 0.  `one` are all tiles' steps 1. */
static u8
start_tile(const struct job *job, const double *plate, u32 index,
	   const struct step *one, ocrGuid_t step_template, ocrGuid_t gather)
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
	t->step_template = step_template;
	t->next = one[index].tile;
	/* What leaves to the west arrives from the east. */
	for (u32 side = 0; side < SIDES; side++)
		if (sides & 1u << side)
			t->first[side] = one[index + offset[side]]
						 .message[opposite(side)];
	err = ocrEventCreate(&t->result, OCR_EVENT_ONCE_T, EVT_PROP_TAKES_ARG);
	if (!err)
		err = ocrAddDependence(t->result, gather, index, DB_MODE_CONST);
	if (!err)
		err = create_step(&zero, step_template, 0, node);
	if (!err)
		err = ocrDbRelease(block);
	if (!err)
		err = ocrEventSatisfy(zero.tile, block);
	return err;
}

/* Creates all that has no step before it. */
static u8
start_tiles(const struct job *job, const double *plate, ocrGuid_t gather)
{
	const struct options *o = &job->options;
	u32 tiles = o->tile_rows * o->tile_cols;
	struct step *one = calloc(tiles, sizeof(*one));
	ocrGuid_t step_template, node;
	u8 err;

	if (!one)
		return OCR_ENOMEM;
	err = ocrEdtTemplateCreate(&step_template, step_edt, 0, STEP_SLOTS);
	for (u32 i = 0; i < tiles && o->iterations > 0 && !err; i++) {
		err = find_home(o, i, &node);
		if (!err)
			err = create_step(&one[i], step_template,
					  find_sides(o, i / o->tile_cols,
						     i % o->tile_cols),
					  node);
	}
	for (u32 i = 0; i < tiles && !err; i++)
		err = start_tile(job, plate, i, one, step_template, gather);
	free(one);
	return err;
}

/* Creates the last task, which waits for all and runs here. */
static u8
create_gather(ocrGuid_t *gather, u32 tiles)
{
	ocrGuid_t gather_template, here;
	ocrHint_t hint;
	u8 err = ocrAffinityGetCurrent(&here);

	ocrHintInit(&hint, OCR_HINT_EDT_T);
	ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY,
			ocrAffinityToHintValue(here));
	if (!err)
		err = ocrEdtTemplateCreate(&gather_template, gather_edt, 0,
					   tiles + 2);
	if (!err)
		err = ocrEdtCreate(gather, gather_template, EDT_PARAM_DEF, NULL,
				   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &hint,
				   NULL);
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
prepare(struct job *job, struct picture *p, const void *args)
{
	struct options *o = &job->options;
	struct options_error wrong;
	struct picture_error why;
	u64 nodes = 1;

	if (!options_parse(o, args, &wrong)) {
		fprintf(stderr, "heat2d: %s\n", wrong.text);
		return 2;
	}
	if (o->help)
		return 0;
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
	if (o->out[0] && !picture_can_write(o->out, &why)) {
		fprintf(stderr, "heat2d: %s\n", why.text);
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
	err = create_gather(&gather, tiles);
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
	if (!err)
		status = prepare(job, &picture, depv[0].ptr);
	if (!err && !status && job->options.help) {
		options_say_help();
		ocrShutdown();
		return NULL_GUID;
	}
	if (!err && !status)
		err = start(job, job_block, &picture, &status);
	picture_close(&picture);
	if (status)
		ocrAbort(status);
	else if (err)
		give_up(err);
	return NULL_GUID;
}
