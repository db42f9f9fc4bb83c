/* SPDX-License-Identifier: BSD-3-Clause */
/* top_show.h - a job in lines: its nodes, its functions, what waits longest.
 *
 * Knows numbers at two moments; does not know whence they are.
 */
#ifndef SRC_TOOLS_TOP_SHOW_H
#define SRC_TOOLS_TOP_SHOW_H

#include "src/tools/top_node.h"

#include <stdio.h>

/* The nodes of a job, by number, at one moment; those that are not there have
 * not told. */
struct top_sight {
	struct top_node *nodes;
	unsigned n; /* of the job */
};

struct top_size {
	unsigned rows, columns; /* 0: as many as there are */
};

/* What is now, and what has happened since `before`.  `end`: behind each line.
 * why: of nodes that have not told. */
void top_show(FILE *out, const struct top_sight *before,
	      const struct top_sight *now, const char *why,
	      struct top_size size, const char *end);

#endif
