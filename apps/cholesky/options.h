/* SPDX-License-Identifier: BSD-3-Clause */
/* options.h - what the command line asks cholesky for. */
#ifndef APPS_CHOLESKY_OPTIONS_H
#define APPS_CHOLESKY_OPTIONS_H

#include "apps/common/cli.h"

/* The last task has a slot for each tile. */
#define OPTIONS_MAX_SIDE 256

/* All in place, so that it can travel in a data block. */
struct options {
	char in[PATH_MAX];  /* empty: a matrix from the seed */
	char out[PATH_MAX]; /* empty: the factor is not written */
	u64 size;
	u64 tile;
	u64 seed;
	u32 layout_rows; /* 0: choose */
	u32 layout_columns;
	bool blas;
	bool unchecked;
	bool progress;
};

/* Takes a struct options. */
extern const struct cli options_cli;

#endif
