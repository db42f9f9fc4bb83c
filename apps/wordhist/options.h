/* SPDX-License-Identifier: BSD-3-Clause */
/* options.h - what the command line asks wordhist for. */
#ifndef APPS_WORDHIST_OPTIONS_H
#define APPS_WORDHIST_OPTIONS_H

#include "apps/common/cli.h"

#define OPTIONS_MAX_LANES 64

enum action { COUNT, SHA256, ROT13, UPPER, LOWER, ACTIONS };

/* All in place, so that it can travel in a data block. */
struct options {
	char file[PATH_MAX];
	char out[PATH_MAX]; /* empty: standard output */
	enum action action;
	u64 chunk; /* bytes of each, but for the last one */
	u64 lanes; /* chunks that a node has at a time, at most */
	bool ignore_case;
	bool one_reader; /* node 0 alone opens the file */
	bool verify;
	bool progress;
};

/* Takes a struct options. */
extern const struct cli options_cli;

/* What --do calls it. */
const char *options_action_name(enum action action);

/* Whether it changes the file. */
bool options_change_file(const struct options *o);

#endif
