/* SPDX-License-Identifier: BSD-3-Clause */
/* plate.c - see plate.h. */
#include "apps/heat2d/plate.h"

#include <string.h>

/* What is written on the plate, on a grid of its own: margins on all sides. */
#define TEXT_ROWS 13
#define TEXT_COLS 23
static const char *const text[TEXT_ROWS] = {
	"                       ", "                       ",
	"                       ", "    ###   ###  ####    ",
	"   #   # #   # #   #   ", "   #   # #     #   #   ",
	"   #   # #     ####    ", "   #   # #     # #     ",
	"   #   # #   # #  #    ", "    ###   ###  #   #   ",
	"                       ", "                       ",
	"                       ",
};

void
plate_make(double *cell, uint32_t width, uint32_t height)
{
	for (uint32_t y = 0; y < height; y++) {
		const char *line = text[(uint64_t)y * TEXT_ROWS / height];

		for (uint32_t x = 0; x < width; x++) {
			char c = line[(uint64_t)x * TEXT_COLS / width];

			*cell++ = x == 0 || c == '#' ? PLATE_HOT : 0;
		}
	}
}

double *
plate_run(double *cell, double *spare, uint32_t width, uint32_t height,
	  uint64_t iterations)
{
	size_t stride = width;

	/* For the edge, which no iteration writes. */
	memcpy(spare, cell, stride * height * sizeof(*cell));
	for (uint64_t i = 0; i < iterations; i++) {
		double *next = spare;

		for (size_t y = 1; y + 1 < height; y++)
			for (size_t x = 1; x + 1 < width; x++) {
				const double *c = cell + y * stride + x;

				next[y * stride + x] = plate_cell_next(
					c[0], c[-1], c[1], *(c - stride),
					c[stride]);
			}
		spare = cell;
		cell = next;
	}
	return cell;
}

size_t
plate_compare(const double *a, const double *b, size_t count)
{
	size_t i = 0;

	/* Bits, not values: 0 == -0, and a NaN equals nothing. */
	while (i < count && memcmp(a + i, b + i, sizeof(*a)) == 0)
		i++;
	return i;
}
