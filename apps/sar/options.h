/* SPDX-License-Identifier: BSD-3-Clause */
/* options.h - what the command line asks sar for. */
#ifndef APPS_SAR_OPTIONS_H
#define APPS_SAR_OPTIONS_H

#include "apps/common/cli.h"

struct options {
	char out[PATH_MAX]; /* empty: none */
	u64 pulses, samples;
	bool verify;
	bool progress;
	bool help;
};

/* False, with a line in `why`, if something is wrong with the arguments. */
bool options_parse(struct options *o, int argc, char *const argv[],
		   struct cli_error *why);

/* Prints the help to standard output. */
void options_say_help(void);

#endif
