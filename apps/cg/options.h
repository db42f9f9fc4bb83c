/* SPDX-License-Identifier: BSD-3-Clause */
/* options.h - what the command line asks cg for. */
#ifndef APPS_CG_OPTIONS_H
#define APPS_CG_OPTIONS_H

#include "apps/common/cli.h"

#define OPTIONS_MAX_PARTS 4096

/* All in place, so that it can travel in a data block. */
struct options {
	char in[PATH_MAX];  /* empty: Poisson's equation */
	char out[PATH_MAX]; /* empty: none */
	u64 size;	    /* points of a side of its grid */
	u64 iterations;	    /* at most */
	u64 per_node;	    /* parts */
	double tolerance;   /* of |r| / |b| */
	bool unchecked;
	bool progress;
};

/* Takes a struct options. */
extern const struct cli options_cli;

#endif
