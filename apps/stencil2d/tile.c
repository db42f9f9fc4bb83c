/* SPDX-License-Identifier: BSD-3-Clause */
/* tile.c - see tile.h. */
#include "apps/stencil2d/tile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A rectangle of points of `in`: `rows` lines of `columns`. */
struct part {
	double *cell;
	size_t rows;
	size_t columns;
};

static void
make_weights(double *weight, u32 radius)
{
	for (u32 d = 1; d <= radius; d++)
		weight[d] = 1.0 / (2.0 * d * radius);
}

/* The stencil's sum at a point.  The one place with this arithmetic: its order
 * is part of the result. */
static inline double
sum_at(const double *in, ptrdiff_t stride, ptrdiff_t radius,
       const double *weight)
{
	double sum = 0;

	for (ptrdiff_t d = 1; d <= radius; d++) {
		sum += weight[d] * (in[d] - in[-d]);
		sum += weight[d] * (in[d * stride] - in[-d * stride]);
	}
	return sum;
}

static size_t
stride(const struct tile *t)
{
	return (size_t)t->area.width + 2 * t->radius;
}

static size_t
in_cells(const struct area *a, u32 radius)
{
	return ((size_t)a->width + 2 * radius) *
	       ((size_t)a->height + 2 * radius);
}

/* The point of `in` in this row and column of the tile; the frame has negative
 * ones, and some beyond the end. */
static double *
in_at(const struct tile *t, ptrdiff_t row, ptrdiff_t column)
{
	ptrdiff_t frame = t->radius;

	return (double *)t->cell + (row + frame) * (ptrdiff_t)stride(t) +
	       column + frame;
}

static double *
out_at(const struct tile *t, size_t row)
{
	return (double *)t->cell + in_cells(&t->area, t->radius) +
	       row * t->area.width;
}

/* The points along a side: the tile's own, or those of the frame beyond. */
static struct part
find_part(const struct tile *t, enum side side, bool frame)
{
	ptrdiff_t row = 0, column = 0, radius = t->radius;
	struct part p = {
		.rows = t->area.height,
		.columns = t->area.width,
	};

	switch (side) {
	case WEST:
		column = frame ? -radius : 0;
		break;
	case EAST:
		column = t->area.width - (frame ? 0 : radius);
		break;
	case NORTH:
		row = frame ? -radius : 0;
		break;
	default:
		row = t->area.height - (frame ? 0 : radius);
	}
	if (side == WEST || side == EAST)
		p.columns = t->radius;
	else
		p.rows = t->radius;
	p.cell = in_at(t, row, column);
	return p;
}

static u32
cut(u32 size, u32 parts, u32 index)
{
	return (u32)((u64)size * index / parts);
}

struct area
tile_area(u32 size, u32 rows, u32 columns, u32 row, u32 column)
{
	struct area a = {
		.x = cut(size, columns, column),
		.y = cut(size, rows, row),
	};

	a.width = cut(size, columns, column + 1) - a.x;
	a.height = cut(size, rows, row + 1) - a.y;
	return a;
}

u64
tile_bytes(const struct area *a, u32 radius)
{
	return sizeof(struct tile) +
	       (in_cells(a, radius) + (u64)a->width * a->height) *
		       sizeof(double);
}

void
tile_init(struct tile *t, const struct area *a, u32 size, u32 radius)
{
	memset(t, 0, tile_bytes(a, radius));
	t->area = *a;
	t->size = size;
	t->radius = radius;
	for (u32 y = 0; y < a->height; y++)
		for (u32 x = 0; x < a->width; x++)
			*in_at(t, y, x) = (double)(a->x + x) + (a->y + y);
}

size_t
tile_message_cells(const struct tile *t, enum side side)
{
	struct part p = find_part(t, side, false);

	return p.rows * p.columns;
}

void
tile_write_message(const struct tile *t, enum side side, double *cell)
{
	struct part p = find_part(t, side, false);

	for (size_t i = 0; i < p.rows; i++)
		memcpy(cell + i * p.columns, p.cell + i * stride(t),
		       p.columns * sizeof(*cell));
}

void
tile_read_message(struct tile *t, enum side side, const double *cell)
{
	struct part p = find_part(t, side, true);

	for (size_t i = 0; i < p.rows; i++)
		memcpy(p.cell + i * stride(t), cell + i * p.columns,
		       p.columns * sizeof(*cell));
}

/* The rows or columns of a tile whose points are far enough from the edge of
 * the field: from *first up to, and without, *end. */
static void
find_inner(u32 start, u32 length, u32 size, u32 radius, u32 *first, u32 *end)
{
	*first = start < radius ? radius - start : 0;
	*end = length;
	if (start + length > size - radius)
		*end = size - radius > start ? size - radius - start : 0;
}

void
tile_compute(struct tile *t)
{
	const struct area *a = &t->area;
	double weight[STENCIL_MAX_RADIUS + 1];
	u32 x0, x1, y0, y1;

	make_weights(weight, t->radius);
	find_inner(a->x, a->width, t->size, t->radius, &x0, &x1);
	find_inner(a->y, a->height, t->size, t->radius, &y0, &y1);
	for (u32 y = y0; y < y1; y++) {
		const double *in = in_at(t, y, 0);
		double *out = out_at(t, y);

		for (u32 x = x0; x < x1; x++)
			out[x] += sum_at(in + x, (ptrdiff_t)stride(t),
					 t->radius, weight);
	}
	for (u32 y = 0; y < a->height; y++) {
		double *in = in_at(t, y, 0);

		for (u32 x = 0; x < a->width; x++)
			in[x] += 1;
	}
}

double
tile_sum(const struct tile *t)
{
	size_t cells = (size_t)t->area.width * t->area.height;
	const double *out = out_at(t, 0);
	double sum = 0;

	for (size_t i = 0; i < cells; i++)
		sum += fabs(out[i]);
	return sum;
}

void
tile_get_out(const struct tile *t, double *cell)
{
	memcpy(cell, out_at(t, 0),
	       (size_t)t->area.width * t->area.height * sizeof(*cell));
}

double *
stencil_run(u32 size, u32 radius, u64 count)
{
	size_t n = size;
	double weight[STENCIL_MAX_RADIUS + 1];
	double *in = malloc(n * n * sizeof(*in));
	double *out = calloc(n * n, sizeof(*out));

	if (!in || !out) {
		free(in);
		free(out);
		return NULL;
	}
	make_weights(weight, radius);
	for (size_t y = 0; y < n; y++)
		for (size_t x = 0; x < n; x++)
			in[y * n + x] = (double)x + (double)y;
	for (; count > 0; count--) {
		for (size_t y = radius; y < n - radius; y++)
			for (size_t x = radius; x < n - radius; x++)
				out[y * n + x] +=
					sum_at(in + y * n + x, (ptrdiff_t)n,
					       radius, weight);
		for (size_t i = 0; i < n * n; i++)
			in[i] += 1;
	}
	free(in);
	return out;
}
