/* SPDX-License-Identifier: BSD-3-Clause */
/* domain.c - see domain.h. */
#include "apps/md/domain.h"

#include <string.h>

/* How a domain tells another of an atom that stays its own. */
struct ghost {
	u64 id;
	u32 cell;
	u32 unused;
	double r[AXES];
};

struct mover {
	struct atom atom;
	u32 cell;
	u32 unused;
};

/*
 * Where things are
 */

static u32
cut(u32 cells, u32 parts, u32 index)
{
	return (u32)((u64)cells * index / parts);
}

static void
find_axes(const struct cuts *c, u32 domain, u32 *at)
{
	at[X] = domain % c->domains[X];
	at[Y] = domain / c->domains[X] % c->domains[Y];
	at[Z] = domain / c->domains[X] / c->domains[Y];
}

static u32
step_along(const struct cuts *c, const u32 *at, u32 direction, int axis)
{
	u32 n = c->domains[axis];

	return (at[axis] + n + (u32)direction_along(direction, axis)) % n;
}

u32
cuts_neighbour(const struct cuts *c, u32 domain, u32 direction)
{
	u32 at[AXES];

	find_axes(c, domain, at);
	return step_along(c, at, direction, X) +
	       c->domains[X] *
		       (step_along(c, at, direction, Y) +
			c->domains[Y] * step_along(c, at, direction, Z));
}

static void
find_cells(const struct cuts *c, u32 domain, u32 *first, u32 *cells)
{
	u32 at[AXES];

	find_axes(c, domain, at);
	for (int a = 0; a < AXES; a++) {
		first[a] = cut(c->box.cells, c->domains[a], at[a]);
		cells[a] =
			cut(c->box.cells, c->domains[a], at[a] + 1) - first[a];
	}
}

static u64
own_cells(const u32 *cells)
{
	return (u64)cells[X] * cells[Y] * cells[Z];
}

static u64
all_cells(const u32 *cells)
{
	return (u64)(cells[X] + 2) * (cells[Y] + 2) * (cells[Z] + 2);
}

/* Of a frame of so many cells, its layer around included. */
static u32
cell_index(const u32 *cells, const s32 *at)
{
	return (u32)(at[X] + 1) +
	       (cells[X] + 2) *
		       ((u32)(at[Y] + 1) + (cells[Y] + 2) * (u32)(at[Z] + 1));
}

static struct cell *
cell_at(const struct domain *d, s32 x, s32 y, s32 z)
{
	return &d->cell[cell_index(d->cells, (const s32[]){x, y, z})];
}

u64
domain_bytes(const struct cuts *c, u32 number)
{
	u32 first[AXES], cells[AXES];

	find_cells(c, number, first, cells);
	return sizeof(struct domain) +
	       own_cells(cells) * CELL_ATOMS *
		       (sizeof(struct atom) + sizeof(struct place)) +
	       all_cells(cells) * sizeof(struct cell);
}

void
domain_here(struct domain *d)
{
	u64 room = own_cells(d->cells) * CELL_ATOMS;

	d->cell = (struct cell *)(d + 1);
	d->atom = (struct atom *)(d->cell + all_cells(d->cells));
	d->place = (struct place *)(d->atom + room);
}

/*
 * The beginning
 */

/* Lattice planes, from *from to *to, that may have atoms in those cells. */
static void
find_planes(const struct domain *d, int axis, u64 *from, u64 *to)
{
	const struct box *b = &d->cuts.box;
	double planes = (double)b->size / b->cells;

	*from = (u64)(d->first[axis] * planes);
	*from -= *from > 0;
	*to = (u64)((d->first[axis] + d->cells[axis]) * planes) + 2;
	if (*to > b->size)
		*to = b->size;
}

/* Is the atom in a cell of the domain? */
static bool
find_place(const struct domain *d, const struct atom *a, struct place *p)
{
	for (int i = 0; i < AXES; i++) {
		u32 cell = box_cell(&d->cuts.box, a->r[i]);

		if (cell - d->first[i] >= d->cells[i])
			return false;
		p->at[i] = (s32)(cell - d->first[i]);
	}
	return true;
}

static const char crowded[] = "more atoms than there can be are in one place: "
			      "take a smaller --dt";

domain_fault
domain_init(struct domain *d, const struct cuts *c, u32 number,
	    double temperature)
{
	u64 from[AXES], to[AXES], size = c->box.size, room;
	struct atom a;

	memset(d, 0, sizeof(*d));
	d->cuts = *c;
	d->number = number;
	find_cells(c, number, d->first, d->cells);
	domain_here(d);
	room = own_cells(d->cells) * CELL_ATOMS;
	for (int i = 0; i < AXES; i++)
		find_planes(d, i, &from[i], &to[i]);
	for (u64 z = from[Z]; z < to[Z]; z++)
		for (u64 y = from[Y]; y < to[Y]; y++)
			for (u64 i = 4 * from[X]; i < 4 * to[X]; i++) {
				a = atom_at(&c->box,
					    4 * size * (y + size * z) + i,
					    temperature);
				if (!find_place(d, &a, &d->place[d->n]))
					continue;
				d->atom[d->n++] = a;
				if (d->n == room)
					return crowded;
			}
	return NULL;
}

/*
 * Messages
 */

/* Where a place is in the frame of the neighbour in this direction; false: it
 * is not in it. */
static bool
place_for(const struct domain *d, const u32 *theirs, u32 direction,
	  const struct place *p, s32 *at)
{
	for (int a = 0; a < AXES; a++) {
		int way = direction_along(direction, a);

		at[a] = p->at[a];
		if (way > 0)
			at[a] -= (s32)d->cells[a];
		else if (way < 0)
			at[a] += (s32)theirs[a];
		if (at[a] < -1 || at[a] > (s32)theirs[a])
			return false;
	}
	return true;
}

static bool
is_inside(const u32 *cells, const s32 *at)
{
	for (int a = 0; a < AXES; a++)
		if (at[a] < 0 || at[a] >= (s32)cells[a])
			return false;
	return true;
}

/* Brings a coordinate to a frame that begins at that cell, where the box ends
 * and begins again. */
static double
image(const struct box *b, double r, u32 first, s32 at)
{
	s64 cell = (s64)first + at;
	double times = cell < 0 ? -1 : cell >= (s64)b->cells ? 1 : 0;

	return r + times * b->edge;
}

u64
domain_tell(const struct domain *d, u32 direction, struct message *m)
{
	u32 first[AXES], cells[AXES];
	struct mover *mover = (struct mover *)(m + 1);
	struct ghost *ghost;
	u64 movers = 0, ghosts = 0;
	s32 at[AXES];

	find_cells(&d->cuts, cuts_neighbour(&d->cuts, d->number, direction),
		   first, cells);
	for (u64 i = 0; i < d->n; i++)
		if (place_for(d, cells, direction, &d->place[i], at))
			++*(is_inside(cells, at) ? &movers : &ghosts);
	if (!m)
		return sizeof(*m) + movers * sizeof(*mover) +
		       ghosts * sizeof(*ghost);
	*m = (struct message){movers, ghosts};
	ghost = (struct ghost *)(mover + movers);
	for (u64 i = 0; i < d->n; i++) {
		const struct atom *a = &d->atom[i];

		if (!place_for(d, cells, direction, &d->place[i], at))
			continue;
		if (is_inside(cells, at)) {
			*mover++ = (struct mover){
				.atom = *a,
				.cell = cell_index(cells, at),
			};
			continue;
		}
		*ghost = (struct ghost){
			.id = a->id,
			.cell = cell_index(cells, at),
		};
		for (int k = 0; k < AXES; k++)
			ghost->r[k] =
				image(&d->cuts.box, a->r[k], first[k], at[k]);
		ghost++;
	}
	return sizeof(*m) + movers * sizeof(*mover) + ghosts * sizeof(*ghost);
}

/* In the order of their numbers, whoever they come from: sums do not depend on
 * how the box is cut. */
static bool
put(struct cell *c, const struct atom *a)
{
	u64 i = c->n;

	if (i == CELL_ATOMS)
		return false;
	for (; i > 0 && c->atom[i - 1].id > a->id; i--)
		c->atom[i] = c->atom[i - 1];
	c->atom[i] = *a;
	c->n++;
	return true;
}

static bool
put_ghost(struct domain *d, u32 cell, u64 id, const double *r)
{
	struct atom a = {.id = id, .r = {r[X], r[Y], r[Z]}};

	return put(&d->cell[cell], &a);
}

domain_fault
domain_stay(struct domain *d)
{
	double r[AXES];

	for (u64 i = 0; i < all_cells(d->cells); i++)
		d->cell[i].n = 0;
	for (u64 i = 0; i < d->n; i++) {
		const struct atom *a = &d->atom[i];
		const s32 *at = d->place[i].at;
		u32 cell = cell_index(d->cells, at);

		if (is_inside(d->cells, at)) {
			if (!put(&d->cell[cell], a))
				return crowded;
			continue;
		}
		for (int k = 0; k < AXES; k++)
			r[k] = image(&d->cuts.box, a->r[k], d->first[k], at[k]);
		if (!put_ghost(d, cell, a->id, r))
			return crowded;
	}
	return NULL;
}

domain_fault
domain_take(struct domain *d, const struct message *m)
{
	const struct mover *mover = (const struct mover *)(m + 1);
	const struct ghost *ghost = (const struct ghost *)(mover + m->atoms);

	for (u64 i = 0; i < m->atoms; i++)
		if (!put(&d->cell[mover[i].cell], &mover[i].atom))
			return crowded;
	for (u64 i = 0; i < m->ghosts; i++)
		if (!put_ghost(d, ghost[i].cell, ghost[i].id, ghost[i].r))
			return crowded;
	return NULL;
}

/*
 * Steps
 */

static struct pull
pull_of(const struct domain *d, const struct atom *a, s32 x, s32 y, s32 z)
{
	struct pull p = {0};

	for (s32 dz = -1; dz <= 1; dz++)
		for (s32 dy = -1; dy <= 1; dy++)
			for (s32 dx = -1; dx <= 1; dx++) {
				const struct cell *c =
					cell_at(d, x + dx, y + dy, z + dz);

				for (u64 j = 0; j < c->n; j++)
					if (c->atom[j].id != a->id)
						pull_add(&p, a->r,
							 c->atom[j].r);
			}
	return p;
}

/* Moves an atom of that cell, which the domain has afterwards.  False: it went
 * past a whole cell. */
static bool
move(struct domain *d, const struct atom *was, const s32 *at, double dt)
{
	const struct box *b = &d->cuts.box;
	struct atom *a = &d->atom[d->n];
	struct place *p = &d->place[d->n++];

	*a = *was;
	atom_drift(a, dt, b->edge);
	for (int i = 0; i < AXES; i++) {
		s32 n = (s32)b->cells, far;

		/* What is not a number is not in the box either. */
		if (!(a->r[i] >= 0 && a->r[i] < b->edge))
			return false;
		far = (s32)box_cell(b, a->r[i]) - (s32)d->first[i] - at[i];
		if (far > 1)
			far -= n;
		if (far < -1)
			far += n;
		if (far < -1 || far > 1)
			return false;
		p->at[i] = at[i] + far;
	}
	return true;
}

/* What becomes of an atom in a step. */
static bool
go_one(struct domain *d, struct atom *a, const s32 *at, double dt,
       bool is_first, bool is_last)
{
	struct pull p = pull_of(d, a, at[X], at[Y], at[Z]);
	struct atom next = *a;

	d->energy.potential += p.potential;
	if (!is_first)
		atom_kick(&next, p.f, 0.5 * dt);
	d->energy.kinetic += atom_kinetic(&next);
	if (!is_last) {
		atom_kick(&next, p.f, 0.5 * dt);
		return move(d, &next, at, dt);
	}
	d->atom[d->n++] = next;
	return true;
}

domain_fault
domain_go(struct domain *d, double dt, bool is_first, bool is_last)
{
	s32 at[AXES];

	d->n = 0;
	d->energy = (struct energy){0};
	for (at[Z] = 0; at[Z] < (s32)d->cells[Z]; at[Z]++)
		for (at[Y] = 0; at[Y] < (s32)d->cells[Y]; at[Y]++)
			for (at[X] = 0; at[X] < (s32)d->cells[X]; at[X]++) {
				struct cell *c =
					cell_at(d, at[X], at[Y], at[Z]);

				for (u64 i = 0; i < c->n; i++)
					if (!go_one(d, &c->atom[i], at, dt,
						    is_first, is_last))
						return "an atom went past a "
						       "whole cell in a step: "
						       "take a smaller --dt";
			}
	if (is_first)
		d->first_energy = d->energy;
	return NULL;
}
