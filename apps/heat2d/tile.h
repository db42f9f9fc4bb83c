/* SPDX-License-Identifier: BSD-3-Clause */
/* tile.h - one tile of the plate: its cells, its edges, its iteration.
 *
 * The bytes of the data blocks that heat2d.c moves about.  Calls nothing of
 * OCR, and knows nothing of nodes or of what happens when.
 */
#ifndef APPS_HEAT2D_TILE_H
#define APPS_HEAT2D_TILE_H

#include "ocr.h"

#include <stdbool.h>
#include <stddef.h>

/* Beside it come first: those neighbours are on the same node most of the
 * time, and what is near is soonest done. */
enum side { WEST, EAST, NORTH, SOUTH, SIDES };

static inline enum side
opposite(enum side side)
{
	return side ^ 1;
}

/* How a tile tells how far it is. */
enum progress { PROGRESS_NONE, PROGRESS_LINES, PROGRESS_TERMINAL };

/* What one tile sends to another: the row or column of cells next to it. */
struct message {
	ocrGuid_t reply; /* the event for the next message back, if any */
	double cell[];
};

/* A tile's place on the plate: rows y to y + height, columns x to x + width. */
struct area {
	u32 y;
	u32 x;
	u32 height;
	u32 width;
};

/* A tile's block.  The cells are two grids, this iteration's and the next
 * one's, each with a frame for the neighbours' cells around it. */
struct tile {
	ocrGuid_t step_template;
	ocrGuid_t result;	/* the event for the cells in the end */
	ocrGuid_t next;		/* the event that takes it to the next step */
	ocrGuid_t first[SIDES]; /* where the neighbours' first steps wait */
	ocrGuid_t names;	/* of events; NULL_GUID: GUIDs are passed on */
	u64 iteration;		/* of the step that has the block */
	u64 iterations;
	u64 told_ns; /* when progress was told last */
	u32 index;   /* row by row */
	u32 tile_cols;
	u32 sides; /* those with a neighbour, as bits */
	u32 progress;
	u32 current; /* which grid */
	u32 height;
	u32 width;
	u32 first_row; /* the cells that change: rows first_row to last_row, */
	u32 last_row;  /* counted in the grid, where the frame is row 0 */
	u32 first_col;
	u32 last_col;
	double cell[];
};

/* Where the tile in this row and column lies. */
struct area tile_area(u32 plate_height, u32 plate_width, u32 rows, u32 cols,
		      u32 row, u32 col);

/* The length of the block of a tile, in bytes. */
u64 tile_size(const struct area *a);

/* Makes a block a tile, with cells from the plate. */
void tile_init(struct tile *t, const struct area *a, const double *plate,
	       u32 plate_height, u32 plate_width);

/* How many cells a message to, or from, this side has. */
u32 tile_side_length(const struct tile *t, enum side side);

/* Copies the tile's own cells along a side into a message. */
void tile_write_message(struct tile *t, enum side side, struct message *m);

/* Copies a message from a neighbour into the frame. */
void tile_read_message(struct tile *t, enum side side, const struct message *m);

/* One iteration of all cells.  The frame must be this iteration's. */
void tile_compute(struct tile *t);

/* Copies the tile's own cells, row by row, to `cell`. */
void tile_get_cells(struct tile *t, double *cell);

/* Prints to standard error how far the tile is, if it is the one to do so and
 * it is time. */
void tile_tell_progress(struct tile *t);

#endif
