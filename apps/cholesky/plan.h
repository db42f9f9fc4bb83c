/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.h - how the matrix is cut, where each tile lives, and what a
 * tile is.
 *
 * The plan is made once, copied to a block that every task gets, and never
 * changed.  Tiles are those on and below the diagonal: tile (row, column), in
 * units of tiles, row >= column, is number row * (row + 1) / 2 + column.
 */
#ifndef APPS_CHOLESKY_PLAN_H
#define APPS_CHOLESKY_PLAN_H

#include "ocr.h"

#include <stdbool.h>
#include <stddef.h>

/* One tile of the matrix. */
struct place {
	ocrGuid_t block; /* a struct tile: of A in the beginning, then of L */
	ocrGuid_t original; /* another one, of A; NULL_GUID if unchecked */
};

struct plan {
	u64 size; /* rows of the matrix */
	u64 tile; /* rows of a tile, but the last */
	u64 side; /* rows of tiles */
	u64 seed;
	u32 layout_rows; /* of nodes */
	u32 layout_columns;
	u64 blas;	  /* whose kernels */
	u64 node0_tasks;  /* for progress */
	u64 nodes;	  /* of the job */
	ocrGuid_t finals; /* a range of sticky events: plan_final_label() */
	ocrGuid_t step_template;
	ocrGuid_t row_template;
	struct place place[];
};

/* A block with the elements of a tile, by columns. */
struct tile {
	u64 rows;
	u64 columns;
	double norm; /* of the tile of A; before it is updated */
	u64 reserved;
	double cell[];
};

/* Tiles in all. */
static inline u64
plan_tiles(const struct plan *p)
{
	return p->side * (p->side + 1) / 2;
}

/* The bytes of a plan for `side` rows of tiles. */
u64 plan_bytes(u64 side);

/* The number of the tile in this row and column of tiles. */
static inline u64
plan_index(u64 row, u64 column)
{
	return row * (row + 1) / 2 + column;
}

/* The number of the node where a tile lives: tiles go round, by rows and by
 * columns. */
u64 plan_home(const struct plan *p, u64 row, u64 column);

/* Which element of the range is the event of a tile, which has its block once
 * it is of L.  Elements are dealt to the nodes one by one; this one is where
 * the tile lives. */
u64 plan_final_label(const struct plan *p, u64 row, u64 column);

/* How many rows of the matrix this row of tiles has. */
u64 plan_rows(const struct plan *p, u64 row);

/* The bytes of a block for this tile. */
u64 plan_tile_bytes(const struct plan *p, u64 row, u64 column);

/* How many tasks node 0 runs for its tiles. */
u64 plan_count_tasks(const struct plan *p, bool checked);

/* The Frobenius norm of the part of the matrix that the tile stands for: a tile
 * off the diagonal has a twin above it, and of one on the diagonal only what is
 * on and below the diagonal is looked at. */
double tile_norm(const struct tile *t, bool on_diagonal);

#endif
