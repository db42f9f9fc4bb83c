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
};

/* Takes a struct options. */
extern const struct cli options_cli;

#endif
