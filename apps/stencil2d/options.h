/* SPDX-License-Identifier: BSD-3-Clause */
/* options.h - what the command line asks stencil2d for. */
#ifndef APPS_STENCIL2D_OPTIONS_H
#define APPS_STENCIL2D_OPTIONS_H

#include "apps/common/cli.h"

/* The last task has a slot for each tile. */
#define OPTIONS_MAX_TILES 16384

/* All in place, so that it can travel in a data block. */
struct options {
	u32 size; /* rows and columns of the field */
	u32 radius;
	u64 iterations; /* besides the first */
	u32 tile_rows;	/* 0: choose */
	u32 tile_columns;
	bool progress;
	bool verify;
};

/* Takes a struct options. */
extern const struct cli options_cli;

#endif
