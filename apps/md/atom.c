/* SPDX-License-Identifier: BSD-3-Clause */
/* atom.c - see atom.h. */
#include "apps/md/atom.h"

#include <math.h>

struct box
box_of(u32 size)
{
	struct box b = {.size = size, .unit = cbrt(4 / DENSITY)};

	b.edge = size * b.unit;
	b.cells = (u32)(b.edge / RANGE);
	return b;
}

/* One of 2^53 numbers from -1 to 1, another for each n: splitmix64. */
static double
scatter(u64 n)
{
	n = (n + 1) * UINT64_C(0x9e3779b97f4a7c15);
	n = (n ^ n >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	n = (n ^ n >> 27) * UINT64_C(0x94d049bb133111eb);
	return (double)((n ^ n >> 31) >> 11) * 0x1p-52 - 1;
}

struct atom
atom_at(const struct box *b, u64 id, double temperature)
{
	/* The corner of a unit cell, and the middles of three sides. */
	static const double place[4][AXES] = {
		{0.25, 0.25, 0.25},
		{0.75, 0.75, 0.25},
		{0.75, 0.25, 0.75},
		{0.25, 0.75, 0.75},
	};
	u64 unit = id / 4, n = b->size;
	const u64 at[AXES] = {unit % n, unit / n % n, unit / n / n};
	/* A third of the square of its greatest value is its variance. */
	double most = sqrt(3 * temperature);
	struct atom a = {.id = id};

	for (u64 i = 0; i < AXES; i++) {
		a.r[i] = ((double)at[i] + place[id % 4][i]) * b->unit;
		a.v[i] = most * scatter(id / 2 * AXES + i) *
			 (id % 2 ? -1.0 : 1.0);
	}
	return a;
}
