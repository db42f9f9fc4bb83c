/* SPDX-License-Identifier: BSD-3-Clause */
/* options.h - what the command line asks wavefront for. */
#ifndef APPS_WAVEFRONT_OPTIONS_H
#define APPS_WAVEFRONT_OPTIONS_H

#include "apps/common/cli.h"
#include "apps/wavefront/align.h"

/* The serial program keeps three matrices. */
#define OPTIONS_MAX_VERIFY_CELLS 100000000

/* All in place, so that it can travel in a data block. */
struct options {
	char file[2][PATH_MAX]; /* without them: sequences of our own */
	u32 files;
	struct scoring scoring;
	u64 tile; /* letters along its side; 0: choose */
	u64 length;
	u64 seed;
	bool made; /* one of these two was given */
	bool protein;
	bool score_only;
	bool summary;
	bool progress;
	bool verify;
};

/* Takes a struct options. */
extern const struct cli options_cli;

#endif
