/* SPDX-License-Identifier: BSD-3-Clause */
/* tile.c - see tile.h. */
#include "apps/heat2d/tile.h"

#include "apps/common/clock.h"
#include "apps/heat2d/plate.h"

#include <stdio.h>
#include <string.h>

/* On a terminal, often enough to look alive. */
#define TELL_EVERY_NS 100000000

/* Cells along a side: the tile's own, or those of the frame beyond them. */
struct line {
	double *cell;
	size_t step;
	u32 count;
};

static size_t
stride(u32 width)
{
	return (size_t)width + 2;
}

static size_t
grid_cells(u32 height, u32 width)
{
	return stride(width) * ((size_t)height + 2);
}

static double *
grid(struct tile *t, u32 which)
{
	return t->cell + which * grid_cells(t->height, t->width);
}

static struct line
find_line(struct tile *t, enum side side, bool frame)
{
	size_t row = side == SOUTH ? t->height : 1;
	size_t col = side == EAST ? t->width : 1;

	if (frame) {
		row += (size_t)(side == SOUTH) - (side == NORTH);
		col += (size_t)(side == EAST) - (side == WEST);
	}
	return (struct line){
		.cell = grid(t, t->current) + row * stride(t->width) + col,
		.step = side == WEST || side == EAST ? stride(t->width) : 1,
		.count = tile_side_length(t, side),
	};
}

struct area
tile_area(u32 plate_height, u32 plate_width, u32 rows, u32 cols, u32 row,
	  u32 col)
{
	struct area a = {
		.y = plate_cut(plate_height, rows, row),
		.x = plate_cut(plate_width, cols, col),
	};

	a.height = plate_cut(plate_height, rows, row + 1) - a.y;
	a.width = plate_cut(plate_width, cols, col + 1) - a.x;
	return a;
}

u64
tile_size(const struct area *a)
{
	return sizeof(struct tile) +
	       2 * grid_cells(a->height, a->width) * sizeof(double);
}

void
tile_init(struct tile *t, const struct area *a, const double *plate,
	  u32 plate_height, u32 plate_width)
{
	memset(t, 0, tile_size(a));
	t->height = a->height;
	t->width = a->width;
	/* The edge of the plate does not change. */
	t->first_row = a->y == 0 ? 2 : 1;
	t->last_row = a->height - (a->y + a->height == plate_height);
	t->first_col = a->x == 0 ? 2 : 1;
	t->last_col = a->width - (a->x + a->width == plate_width);
	/* So it has to be in both grids from the start. */
	for (u32 which = 0; which < 2; which++)
		for (size_t y = 0; y < a->height; y++)
			memcpy(grid(t, which) + (y + 1) * stride(a->width) + 1,
			       plate + (a->y + y) * plate_width + a->x,
			       a->width * sizeof(*plate));
}

u32
tile_side_length(const struct tile *t, enum side side)
{
	return side == WEST || side == EAST ? t->height : t->width;
}

void
tile_write_message(struct tile *t, enum side side, struct message *m)
{
	struct line line = find_line(t, side, false);

	for (size_t i = 0; i < line.count; i++)
		m->cell[i] = line.cell[i * line.step];
}

void
tile_read_message(struct tile *t, enum side side, const struct message *m)
{
	struct line line = find_line(t, side, true);

	for (size_t i = 0; i < line.count; i++)
		line.cell[i * line.step] = m->cell[i];
}

void
tile_compute(struct tile *t)
{
	const double *from = grid(t, t->current);
	double *to = grid(t, !t->current);
	size_t width = stride(t->width);

	for (size_t y = t->first_row; y <= t->last_row; y++) {
		const double *c = from + y * width;
		const double *north = c - width, *south = c + width;
		double *next = to + y * width;

		for (size_t x = t->first_col; x <= t->last_col; x++)
			next[x] = plate_cell_next(c[x], c[x - 1], c[x + 1],
						  north[x], south[x]);
	}
	t->current = !t->current;
}

void
tile_get_cells(struct tile *t, double *cell)
{
	const double *g = grid(t, t->current);

	for (size_t y = 0; y < t->height; y++)
		memcpy(cell + y * t->width, g + (y + 1) * stride(t->width) + 1,
		       t->width * sizeof(*cell));
}

void
tile_tell_progress(struct tile *t)
{
	u64 k = t->iteration, n = t->iterations, now_ns;
	const char *start = "", *end = "\n";

	if (t->progress == PROGRESS_NONE || k == 0)
		return;
	if (t->progress == PROGRESS_LINES) {
		if (k * 10 / n == (k - 1) * 10 / n)
			return;
	} else {
		now_ns = clock_now_ns();
		if (k < n && now_ns - t->told_ns < TELL_EVERY_NS)
			return;
		t->told_ns = now_ns;
		start = "\r";
		end = k < n ? "" : "\n";
	}
	fprintf(stderr,
		"%sheat2d: iteration %" PRIu64 " of %" PRIu64 ", %" PRIu64
		" %%%s",
		start, k, n, k * 100 / n, end);
}
