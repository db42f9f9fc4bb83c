/* SPDX-License-Identifier: BSD-3-Clause */
/* options.h - what the command line asks heat2d for. */
#ifndef APPS_HEAT2D_OPTIONS_H
#define APPS_HEAT2D_OPTIONS_H

#include "apps/common/cli.h"

/* The last task has a slot for each tile. */
#define OPTIONS_MAX_TILES 4096

/* All in place, so that it can travel in a data block. */
struct options {
	char in[PATH_MAX];  /* empty: a plate of our own */
	char out[PATH_MAX]; /* empty: no picture */
	u32 width;	    /* of a plate of our own */
	u32 height;
	u32 tile_rows; /* 0: choose */
	u32 tile_cols;
	u64 iterations;
	bool labels; /* events have names; else their GUIDs are passed on */
	bool progress;
	bool verify;
};

/* Takes a struct options. */
extern const struct cli options_cli;

#endif
