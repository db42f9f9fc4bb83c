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
	bool free; /* tasks have no hint: they go where there is nothing to do */
	bool progress;
	bool verify;
};

/* Takes a struct options. */
extern const struct cli options_cli;

#endif
