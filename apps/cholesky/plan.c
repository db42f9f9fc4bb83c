/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.c - see plan.h. */
#include "apps/cholesky/plan.h"

#include <math.h>

u64
plan_bytes(u64 side)
{
	return sizeof(struct plan) +
	       side * (side + 1) / 2 * sizeof(struct place);
}

u64
plan_home(const struct plan *p, u64 row, u64 column)
{
	return row % p->layout_rows * p->layout_columns +
	       column % p->layout_columns;
}

u64
plan_final_label(const struct plan *p, u64 row, u64 column)
{
	return plan_index(row, column) * p->nodes + plan_home(p, row, column);
}

u64
plan_rows(const struct plan *p, u64 row)
{
	return row + 1 < p->side ? p->tile : p->size - row * p->tile;
}

u64
plan_tile_bytes(const struct plan *p, u64 row, u64 column)
{
	return sizeof(struct tile) +
	       plan_rows(p, row) * plan_rows(p, column) * sizeof(double);
}

u64
plan_count_tasks(const struct plan *p, bool checked)
{
	u64 tasks = 0;

	for (u64 row = 0; row < p->side; row++)
		for (u64 column = 0; column <= row; column++)
			if (plan_home(p, row, column) == 0)
				tasks += (column + 1) * (checked ? 2 : 1);
	return tasks;
}

double
tile_norm(const struct tile *t, bool on_diagonal)
{
	double largest = 0, sum = 0;

	for (u64 j = 0; j < t->columns; j++)
		for (u64 i = on_diagonal ? j : 0; i < t->rows; i++) {
			double x = fabs(t->cell[i + j * t->rows]);

			/* Nothing compares with what is not a number. */
			if (isnan(x))
				return x;
			if (largest < x)
				largest = x;
		}
	if (largest == 0)
		return 0;
	/* So that no square is too large or too small. */
	for (u64 j = 0; j < t->columns; j++)
		for (u64 i = on_diagonal ? j : 0; i < t->rows; i++) {
			double x = t->cell[i + j * t->rows] / largest;

			sum += on_diagonal && i == j ? x * x : 2 * x * x;
		}
	return largest * sqrt(sum);
}
