/* SPDX-License-Identifier: BSD-3-Clause */
/* options.h - what the command line asks corner_turn for. */
#ifndef APPS_CORNER_TURN_OPTIONS_H
#define APPS_CORNER_TURN_OPTIONS_H

#include "apps/common/cli.h"
#include "dri.h"

struct options {
	char file[PATH_MAX];
	char out[PATH_MAX]; /* empty: none */
	u64 rows, cols;	    /* of a matrix; 0: the file is a picture */
	DRI_Dataspec type;
	bool verify;
	bool progress;
};

/* Takes a struct options. */
extern const struct cli options_cli;

#endif
