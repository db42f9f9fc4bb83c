/* SPDX-License-Identifier: BSD-3-Clause */
/* part.h - a part of the rows of the matrix, and of the vectors.
 *
 * The columns of a part are numbered anew: its own rows first, then those of
 * other parts that its rows need, the halo, in the order of parts and rows.
 * The matrix is symmetric, so a part gives to a neighbour what corresponds to
 * what it gets.  Knows no tasks; a part is one piece of memory without
 * pointers.
 */
#ifndef APPS_CG_PART_H
#define APPS_CG_PART_H

#include "apps/cg/matrix.h"

/* Who needs something of a part, and of whom it needs something. */
struct neighbour {
	u32 part;
	u32 n_in, n_out; /* values that come and go */
	u32 in, out;	 /* where they begin: in the halo, in the list */
	u32 zero;
};

struct part {
	u64 bytes; /* of all of it */
	u64 index;
	u64 first, rows; /* of the matrix */
	u64 elements;
	u64 halo; /* values of others */
	u64 list; /* rows to give away, over all neighbours */
	u64 neighbours;
	double rr; /* r r, as of the last sum */
	double bb; /* b b */
};

struct part_view {
	struct neighbour *neighbour;
	u64 *start;
	double *value;
	double *x, *r, *q;
	double *p; /* own, then the halo */
	u32 *column;
	u32 *give; /* own rows */
};

/* Rows first .. first + rows - 1 of `parts` nearly equal parts. */
void part_rows(u64 all, u64 parts, u64 index, u64 *first, u64 *rows);

/* A part of the matrix, without its values: all sizes.  False: no memory. */
bool part_measure(struct part *p, const struct matrix *m, u64 parts, u64 index);

/* Fills `to`, of size->bytes bytes, and the vectors with x = 0, r = b = 1.
 * False: no memory. */
bool part_fill(struct part *to, const struct part *size, const struct matrix *m,
	       u64 parts);

struct part_view part_view(struct part *p);

/* What neighbour i is to get of p; what it has sent. */
void part_give(const struct part_view *v, u64 i, double *to);
void part_take(const struct part *p, const struct part_view *v, u64 i,
	       const double *from);

/* q = A p; returns p q. */
double part_multiply(const struct part *p, const struct part_view *v);
/* x += alpha p, r -= alpha q; returns r r. */
double part_step(const struct part *p, const struct part_view *v, double alpha);
/* p = r + beta p. */
void part_direct(const struct part *p, const struct part_view *v, double beta);
/* r r. */
double part_square(const struct part *p, const struct part_view *v);

#endif
