/* SPDX-License-Identifier: BSD-3-Clause */
/* options.h - what the command line asks uts for. */
#ifndef APPS_UTS_OPTIONS_H
#define APPS_UTS_OPTIONS_H

#include "apps/common/cli.h"
#include "apps/uts/tree.h"

/* All in place, so that it can travel in a data block. */
struct options {
	struct uts_tree tree;
	u64 grain; /* nodes that one task looks at */
	bool progress;
	bool verify;
	bool help;
};

/* Reads mainEdt's argument block.  False, with a line in `why`, if something
 * is wrong with it. */
bool options_parse(struct options *o, const void *args, struct cli_error *why);

/* Prints the help to standard output. */
void options_say_help(void);

#endif
