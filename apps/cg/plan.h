/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.h - what all tasks of cg know: the block that each gets. */
#ifndef APPS_CG_PLAN_H
#define APPS_CG_PLAN_H

#include "apps/cg/options.h"

#include <inttypes.h>
#include <stdio.h>

/* Children of a node in the tree that adds up. */
#define PLAN_ARITY 2

struct plan {
	struct options options;
	u64 nodes;
	u64 parts; /* part i is on node i / per_node */
	u64 rows;
	u64 start_ns;
	ocrGuid_t channels; /* from part j to part i: element i parts + j */
	ocrGuid_t sums;	    /* of one element: the reduction event */
	ocrGuid_t multiply, step, direct; /* templates */
	ocrGuid_t end; /* a slot for each part's result, and two more */
};

/* A block with what a part has found. */
struct result {
	u64 iterations;
	double rr, bb;
	u64 not_definite; /* p A p was not positive, but `bad` */
	double bad;
	double x[];
};

#endif
