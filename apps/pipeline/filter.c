/* SPDX-License-Identifier: BSD-3-Clause */
/* filter.c - see filter.h. */
#include "apps/pipeline/filter.h"

#include <stdlib.h>
#include <string.h>

#define MAX_REACH 2
#define MAX_WIDTH (2 * MAX_REACH + 1)

static const struct {
	const char *name;
	int reach;
} filters[FILTERS] = {
	[FILTER_BLUR] = {"blur", 2},
	[FILTER_EDGES] = {"edges", 1},
};

bool
filter_find(const char *name, enum filter *filter)
{
	for (int i = 0; i < FILTERS; i++)
		if (strcmp(filters[i].name, name) == 0) {
			*filter = (enum filter)i;
			return true;
		}
	return false;
}

const char *
filter_name(enum filter filter)
{
	return filters[filter].name;
}

int
filter_reach(enum filter filter)
{
	return filters[filter].reach;
}

/*
 * A tile: sums without multiplication by tables
 */

/* 1 4 6 4 1 along one direction. */
static inline uint32_t
blur_line(const uint16_t *p, int64_t step)
{
	return (uint32_t)p[-2 * step] + p[2 * step] +
	       4 * ((uint32_t)p[-step] + p[step]) + 6 * (uint32_t)p[0];
}

static inline uint16_t
blur_at(const uint16_t *p, int64_t row, int64_t col)
{
	uint32_t sum = blur_line(p - 2 * row, col) +
		       blur_line(p + 2 * row, col) +
		       4 * (blur_line(p - row, col) + blur_line(p + row, col)) +
		       6 * blur_line(p, col);

	return (uint16_t)((sum + 128) / 256);
}

static inline uint16_t
edge_at(const uint16_t *p, int64_t row, int64_t col, uint32_t max)
{
	int32_t nw = p[-row - col], n = p[-row], ne = p[-row + col];
	int32_t w = p[-col], e = p[col];
	int32_t sw = p[row - col], s = p[row], se = p[row + col];
	int32_t gx = ne + 2 * e + se - nw - 2 * w - sw;
	int32_t gy = sw + 2 * s + se - nw - 2 * n - ne;
	uint32_t sum = (uint32_t)abs(gx) + (uint32_t)abs(gy);

	return (uint16_t)(sum < max ? sum : max);
}

void
filter_tile(enum filter filter, const struct filter_tile *t)
{
	for (int64_t r = 0; r < t->rows; r++)
		for (int64_t c = 0; c < t->cols; c++) {
			const uint16_t *in =
				t->in + r * t->in_row + c * t->in_col;
			uint16_t *out =
				t->out + r * t->out_row + c * t->out_col;

			for (int k = 0; k < t->samples; k++)
				out[k] = filter == FILTER_BLUR
						 ? blur_at(in + k, t->in_row,
							   t->in_col)
						 : edge_at(in + k, t->in_row,
							   t->in_col, t->max);
		}
}

/*
 * A whole picture: tables of weights, and an index for everything
 */

static const int blur_weights[MAX_WIDTH][MAX_WIDTH] = {
	{1, 4, 6, 4, 1},    {4, 16, 24, 16, 4}, {6, 24, 36, 24, 6},
	{4, 16, 24, 16, 4}, {1, 4, 6, 4, 1},
};

static const int across[MAX_WIDTH][MAX_WIDTH] = {
	[1] = {0, -1, 0, 1, 0},
	[2] = {0, -2, 0, 2, 0},
	[3] = {0, -1, 0, 1, 0},
};

static const int down[MAX_WIDTH][MAX_WIDTH] = {
	[1] = {0, -1, -2, -1, 0},
	[3] = {0, 1, 2, 1, 0},
};

/* Where the value of index i comes from, which may lie beyond an end. */
static int64_t
from_within(int64_t i, int64_t n, int reach)
{
	return i < 0 ? i + reach : i >= n ? i - reach : i;
}

struct picture_view {
	const uint16_t *sample;
	int64_t rows, cols;
	int samples, reach;
};

static int64_t
weigh(const struct picture_view *v, const int weights[MAX_WIDTH][MAX_WIDTH],
      int64_t row, int64_t col, int k)
{
	int64_t sum = 0;

	for (int dy = -v->reach; dy <= v->reach; dy++)
		for (int dx = -v->reach; dx <= v->reach; dx++) {
			int64_t y = from_within(row + dy, v->rows, v->reach);
			int64_t x = from_within(col + dx, v->cols, v->reach);

			sum += weights[dy + MAX_REACH][dx + MAX_REACH] *
			       (int64_t)v
				       ->sample[(y * v->cols + x) * v->samples +
						k];
		}
	return sum;
}

void
filter_serial(enum filter filter, const uint16_t *picture, int64_t rows,
	      int64_t cols, int samples, uint32_t max, int64_t first, int64_t n,
	      uint16_t *out)
{
	const struct picture_view v = {picture, rows, cols, samples,
				       filters[filter].reach};

	for (int64_t r = first; r < first + n; r++)
		for (int64_t c = 0; c < cols; c++)
			for (int k = 0; k < samples; k++) {
				int64_t sum;

				if (filter == FILTER_BLUR)
					sum = (weigh(&v, blur_weights, r, c,
						     k) +
					       128) /
					      256;
				else
					sum = llabs(weigh(&v, across, r, c,
							  k)) +
					      llabs(weigh(&v, down, r, c, k));
				*out++ = (uint16_t)(sum < (int64_t)max
							    ? sum
							    : (int64_t)max);
			}
}
