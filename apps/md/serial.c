/* SPDX-License-Identifier: BSD-3-Clause */
/* serial.c - the whole box without domains. */
#include "apps/md/domain.h"

#include <stdlib.h>

/* Atoms by cells: those of cell c are order[start[c]] and on. */
struct sorted {
	u64 *start, *order;
};

static u64
cell_of(const struct box *b, const double *r)
{
	u64 n = b->cells;

	return box_cell(b, r[X]) +
	       n * (box_cell(b, r[Y]) + n * box_cell(b, r[Z]));
}

/* Within a cell in the order of their numbers. */
static void
sort(const struct box *b, const struct atom *atom, const struct sorted *s)
{
	u64 cells = (u64)b->cells * b->cells * b->cells, n = box_atoms(b);

	for (u64 c = 0; c <= cells + 1; c++)
		s->start[c] = 0;
	for (u64 i = 0; i < n; i++)
		s->start[cell_of(b, atom[i].r) + 2]++;
	for (u64 c = 2; c <= cells + 1; c++)
		s->start[c] += s->start[c - 1];
	for (u64 i = 0; i < n; i++)
		s->order[s->start[cell_of(b, atom[i].r) + 1]++] = i;
}

/* The image of an atom that is in the cell so far beyond. */
static void
find_image(const struct box *b, const struct atom *a, const s64 *cell,
	   double *r)
{
	for (int i = 0; i < AXES; i++)
		r[i] = a->r[i] + (cell[i] < 0		     ? -1.0
				  : cell[i] >= (s64)b->cells ? 1.0
							     : 0.0) *
					 b->edge;
}

static void
pull_cell(const struct box *b, const struct atom *atom, const struct sorted *s,
	  const struct atom *a, const s64 *cell, struct pull *p)
{
	s64 n = b->cells;
	u64 c = (u64)((cell[X] + n) % n +
		      n * ((cell[Y] + n) % n + n * ((cell[Z] + n) % n)));
	double r[AXES];

	for (u64 j = s->start[c]; j < s->start[c + 1]; j++) {
		if (s->order[j] == a->id)
			continue;
		find_image(b, &atom[s->order[j]], cell, r);
		pull_add(p, a->r, r);
	}
}

static struct pull
pull_of(const struct box *b, const struct atom *atom, const struct sorted *s,
	const struct atom *a)
{
	struct pull p = {0};
	s64 at[AXES], cell[AXES];

	for (int i = 0; i < AXES; i++)
		at[i] = box_cell(b, a->r[i]);
	for (s64 dz = -1; dz <= 1; dz++)
		for (s64 dy = -1; dy <= 1; dy++)
			for (s64 dx = -1; dx <= 1; dx++) {
				cell[X] = at[X] + dx;
				cell[Y] = at[Y] + dy;
				cell[Z] = at[Z] + dz;
				pull_cell(b, atom, s, a, cell, &p);
			}
	return p;
}

static struct energy
step(const struct box *b, struct atom *atom, const struct sorted *s,
     struct pull *pull, double dt, bool is_first, bool is_last)
{
	u64 n = box_atoms(b);
	struct energy e = {0};

	sort(b, atom, s);
	for (u64 i = 0; i < n; i++)
		pull[i] = pull_of(b, atom, s, &atom[i]);
	for (u64 i = 0; i < n; i++) {
		e.potential += pull[i].potential;
		if (!is_first)
			atom_kick(&atom[i], pull[i].f, 0.5 * dt);
		e.kinetic += atom_kinetic(&atom[i]);
		if (is_last)
			continue;
		atom_kick(&atom[i], pull[i].f, 0.5 * dt);
		atom_drift(&atom[i], dt, b->edge);
	}
	return e;
}

bool
serial_run(const struct box *b, double temperature, double dt, u64 steps,
	   struct atom *atom, struct energy *energy)
{
	u64 cells = (u64)b->cells * b->cells * b->cells, n = box_atoms(b);
	struct sorted s = {
		malloc((cells + 2) * sizeof(u64)),
		malloc(n * sizeof(u64)),
	};
	struct pull *pull = malloc(n * sizeof(*pull));
	bool has_memory = s.start && s.order && pull;

	for (u64 i = 0; i < n && has_memory; i++)
		atom[i] = atom_at(b, i, temperature);
	for (u64 k = 0; k <= steps && has_memory; k++)
		*energy = step(b, atom, &s, pull, dt, k == 0, k == steps);
	free(s.start);
	free(s.order);
	free(pull);
	return has_memory;
}
