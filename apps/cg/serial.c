/* SPDX-License-Identifier: BSD-3-Clause */
/* serial.c - see serial.h. */
#include "apps/cg/serial.h"

#include "apps/cg/part.h"

#include <math.h>
#include <stdlib.h>

/* What a node and those below it give. */
static double
sum_below(const double *part, const struct order *o, u64 node)
{
	double sum = part[node * o->per_node];

	for (u64 i = 1; i < o->per_node; i++)
		sum += part[node * o->per_node + i];
	for (u64 i = 1; i <= o->arity; i++)
		if (node * o->arity + i < o->nodes)
			sum += sum_below(part, o, node * o->arity + i);
	return sum;
}

static double
dot(const struct order *o, u64 n, const double *a, const double *b,
    double *part)
{
	u64 parts = o->nodes * o->per_node, first, rows;

	for (u64 k = 0; k < parts; k++) {
		part_rows(n, parts, k, &first, &rows);
		part[k] = 0;
		for (u64 i = first; i < first + rows; i++)
			part[k] += a[i] * b[i];
	}
	return sum_below(part, o, 0);
}

static void
multiply(const struct matrix *m, const double *x, double *y)
{
	for (u64 i = 0; i < m->rows; i++) {
		y[i] = 0;
		for (u64 k = m->start[i]; k < m->start[i + 1]; k++)
			y[i] += m->value[k] * x[m->column[k]];
	}
}

bool
serial_solve(const struct matrix *m, const struct order *o, double tolerance,
	     u64 max_iterations, struct solution *s)
{
	u64 n = m->rows;
	double *all = calloc(3 * n + o->nodes * o->per_node, sizeof(*all));
	double *r = all, *p = r + n, *q = p + n, *part = q + n;
	double alpha, last;

	*s = (struct solution){.x = calloc(n, sizeof(double))};
	if (!all || !s->x) {
		free(all);
		free(s->x);
		return false;
	}
	for (u64 i = 0; i < n; i++)
		r[i] = p[i] = 1;
	s->rr = s->bb = dot(o, n, r, r, part);
	while (!is_solved(s->rr, s->bb, tolerance) &&
	       s->iterations < max_iterations) {
		multiply(m, p, q);
		alpha = s->rr / dot(o, n, p, q, part);
		for (u64 i = 0; i < n; i++) {
			s->x[i] += alpha * p[i];
			r[i] -= alpha * q[i];
		}
		last = s->rr;
		s->rr = dot(o, n, r, r, part);
		for (u64 i = 0; i < n; i++)
			p[i] = r[i] + s->rr / last * p[i];
		s->iterations++;
	}
	free(all);
	return true;
}

double
serial_residual(const struct matrix *m, const double *x)
{
	double rr = 0;

	for (u64 i = 0; i < m->rows; i++) {
		double r = 1;

		for (u64 k = m->start[i]; k < m->start[i + 1]; k++)
			r -= m->value[k] * x[m->column[k]];
		rr += r * r;
	}
	return sqrt(rr / (double)m->rows);
}
