/* SPDX-License-Identifier: BSD-3-Clause */
/* tile.h - the stencil of the Parallel Research Kernels, on a tile of
 * a square field and on all of it.
 *
 * There are two fields: `in`, which is x + y + k in iteration k, and `out`, to
 * which each iteration adds the stencil's sum over `in`:
 *
 *	sum over d = 1 .. radius of
 *		(in(x + d, y) - in(x - d, y) + in(x, y + d) - in(x, y - d))
 *		/ (2 d radius)
 *
 * which is the divergence of a linear field: 2.  Points that are nearer to the
 * edge than the radius stay 0.  R. F. Van der Wijngaart, T. G. Mattson: "The
 * Parallel Research Kernels", HPEC 2014.
 *
 * Knows nothing of OCR's calls.  Built with -ffp-contract=off: a compiler that
 * fuses a multiplication and an addition in one loop and not in another would
 * change the last bit.
 */
#ifndef APPS_STENCIL2D_TILE_H
#define APPS_STENCIL2D_TILE_H

#include "ocr.h"

#include <stdbool.h>
#include <stddef.h>

#define STENCIL_MAX_RADIUS 16

enum side { WEST, EAST, NORTH, SOUTH, SIDES };

/* The side of the neighbour that a side touches. */
static inline enum side
opposite(enum side side)
{
	return (enum side)(side ^ 1);
}

/* The points of a tile: part of the field. */
struct area {
	u32 x;
	u32 y;
	u32 width;
	u32 height;
};

/* A block with both fields; `in` has a frame for the points of neighbours. */
struct tile {
	struct area area;
	u32 size; /* of the whole field */
	u32 radius;
	double cell[];
};

/* Tile (row, column) of a field of size x size points in rows x columns tiles,
 * as evenly as whole points allow. */
struct area tile_area(u32 size, u32 rows, u32 columns, u32 row, u32 column);

/* The bytes of a tile's block. */
u64 tile_bytes(const struct area *a, u32 radius);

/* Makes a block a tile before the first iteration; its frame is not set. */
void tile_init(struct tile *t, const struct area *a, u32 size, u32 radius);

/* How many doubles a message to or from this side has. */
size_t tile_message_cells(const struct tile *t, enum side side);

/* Copies what the neighbour on this side needs from `in`. */
void tile_write_message(const struct tile *t, enum side side, double *cell);

/* Copies what came from the neighbour on this side into the frame. */
void tile_read_message(struct tile *t, enum side side, const double *cell);

/* One iteration: adds the stencil's sums to `out`, then 1 to all of `in` but
 * its frame. */
void tile_compute(struct tile *t);

/* The sum of |out|. */
double tile_sum(const struct tile *t);

/* Copies `out`, row by row. */
void tile_get_out(const struct tile *t, double *cell);

/* The same for the whole field by a plain serial loop: `count` iterations.
 * Returns `out`, which the caller frees, or NULL if memory has run out. */
double *stencil_run(u32 size, u32 radius, u64 count);

#endif
