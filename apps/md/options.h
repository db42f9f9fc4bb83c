/* SPDX-License-Identifier: BSD-3-Clause */
/* options.h - what the command line asks md for. */
#ifndef APPS_MD_OPTIONS_H
#define APPS_MD_OPTIONS_H

#include "apps/common/cli.h"

/* The last task has a slot for each domain. */
#define OPTIONS_MAX_DOMAINS 16384

/* All in place, so that it can travel in a data block. */
struct options {
	u32 size; /* unit cells of the lattice along each side */
	u64 steps;
	double dt;
	double temperature; /* of the lattice, before it melts */
	u32 domains[3];	    /* along each axis; 0: choose */
	bool progress;
	bool verify;
};

/* Takes a struct options. */
extern const struct cli options_cli;

#endif
