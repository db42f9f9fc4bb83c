/* SPDX-License-Identifier: BSD-3-Clause */
/* atom.h - atoms that attract and repel each other as Lennard and Jones say, in
 * their units, in a box that repeats itself.
 *
 * The box is cut into cells, not smaller than the range of the force, so only
 * atoms of neighbouring cells are near each other.  All arithmetic on atoms is
 * here, for the domains and for the serial loop: its order is part of the
 * result.  Built with -ffp-contract=off: no loop may fuse what another does in
 * two roundings.
 * Knows nothing of OCR's calls.
 */
#ifndef APPS_MD_ATOM_H
#define APPS_MD_ATOM_H

#include "ocr.h"

#include <stdbool.h>

#define RANGE	2.5
#define DENSITY 0.8442

enum { X, Y, Z, AXES };

struct box {
	double edge; /* of the box, which is a cube */
	double unit; /* of the lattice */
	u32 cells;   /* along each edge, at least 3 */
	u32 size;    /* unit cells along each edge */
};

/* What is sent to and kept of an atom. */
struct atom {
	u64 id;		/* lattice point */
	double r[AXES]; /* 0 <= r < edge */
	double v[AXES];
};

/* Energies of some atoms. */
struct energy {
	double potential, kinetic;
};

/* A box of size^3 unit cells with four atoms each. */
struct box box_of(u32 size);

static inline u64
box_atoms(const struct box *b)
{
	return 4 * (u64)b->size * b->size * b->size;
}

/* The atom at this lattice point, in the crystal.  Each second one has the
 * velocity of the one before, the other way round, so that all stays where it
 * is. */
struct atom atom_at(const struct box *b, u64 id, double temperature);

/* The cell along an axis in which a coordinate is. */
static inline u32
box_cell(const struct box *b, double r)
{
	u32 cell = (u32)(r * b->cells / b->edge);

	return cell < b->cells ? cell : b->cells - 1;
}

/* What atom j, whose image is so many edges away, does to atom i. */
struct pull {
	double f[AXES];
	double potential; /* half of the pair's */
};

static inline void
pull_add(struct pull *p, const double *ri, const double *rj)
{
	/* Of a pair at the range: it has no energy beyond. */
	const double c6 = 1 / (RANGE * RANGE * RANGE * RANGE * RANGE * RANGE);
	const double at_range = 4 * c6 * (c6 - 1);
	double d[AXES], rr = 0, q, q6, f;

	for (int a = 0; a < AXES; a++) {
		d[a] = ri[a] - rj[a];
		rr += d[a] * d[a];
	}
	if (!(rr < RANGE * RANGE))
		return;
	q = 1 / rr;
	q6 = q * q * q;
	f = 24 * q6 * (2 * q6 - 1) * q;
	for (int a = 0; a < AXES; a++)
		p->f[a] += f * d[a];
	p->potential += 0.5 * (4 * q6 * (q6 - 1) - at_range);
}

static inline void
atom_kick(struct atom *a, const double *f, double half)
{
	for (int i = 0; i < AXES; i++)
		a->v[i] += f[i] * half;
}

static inline double
atom_kinetic(const struct atom *a)
{
	return 0.5 *
	       (a->v[X] * a->v[X] + a->v[Y] * a->v[Y] + a->v[Z] * a->v[Z]);
}

/* Moves it, and brings it back into the box. */
static inline void
atom_drift(struct atom *a, double dt, double edge)
{
	for (int i = 0; i < AXES; i++) {
		a->r[i] += a->v[i] * dt;
		if (a->r[i] < 0)
			a->r[i] += edge;
		if (a->r[i] >= edge)
			a->r[i] -= edge;
	}
}

#endif
