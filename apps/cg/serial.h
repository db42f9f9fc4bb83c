/* SPDX-License-Identifier: BSD-3-Clause */
/* serial.h - the same solution by one loop, to compare with.
 *
 * Only the order of sums is that of the parallel one: within each part, then
 * the parts of a node, then over the tree of nodes.
 */
#ifndef APPS_CG_SERIAL_H
#define APPS_CG_SERIAL_H

#include "apps/cg/matrix.h"

/* Who adds up what. */
struct order {
	u64 nodes;
	u64 per_node; /* parts */
	u64 arity;    /* of the tree of nodes */
};

struct solution {
	u64 iterations;
	double rr, bb; /* of r and b */
	double *x;     /* for the caller to free */
};

/* Solves A x = 1.  False: no memory. */
bool serial_solve(const struct matrix *m, const struct order *o,
		  double tolerance, u64 max_iterations, struct solution *s);

/* |b - A x| / |b|. */
double serial_residual(const struct matrix *m, const double *x);

/* Does r r say that it is solved? */
static inline bool
is_solved(double rr, double bb, double tolerance)
{
	return rr <= tolerance * tolerance * bb;
}

#endif
