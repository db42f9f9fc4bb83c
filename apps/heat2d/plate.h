/* SPDX-License-Identifier: BSD-3-Clause */
/* plate.h - a plate, and how heat spreads over it.
 *
 * A plate is an array of temperatures, row by row from the top.  Cells on its
 * edge keep their temperature; each other cell is drawn towards the mean of
 * its four neighbours, a fixed part of the way per iteration.
 *
 * Knows nothing of OCR, of tiles in motion, or of pictures.
 * Built with -ffp-contract=off: a compiler that fuses a multiplication and an
 * addition in one loop and not in another would change the last bit.
 */
#ifndef APPS_HEAT2D_PLATE_H
#define APPS_HEAT2D_PLATE_H

#include <stddef.h>
#include <stdint.h>

/* Heat that flows between two cells per iteration and degree of difference.
 * The explicit scheme is stable up to 1/4. */
#define PLATE_FLOW 0.2

/* The hottest cell of a plate of our own. */
#define PLATE_HOT 255

/* A cell's next temperature.  The one place with this arithmetic: its order
 * is part of the result. */
static inline double
plate_cell_next(double here, double west, double east, double north,
		double south)
{
	return here +
	       PLATE_FLOW * (((west + east) + (north + south)) - 4.0 * here);
}

/* Where part `index` of `parts` starts when `length` cells are cut as evenly
 * as whole cells allow; part `parts` starts at the end. */
static inline uint32_t
plate_cut(uint32_t length, uint32_t parts, uint32_t index)
{
	return (uint32_t)((uint64_t)length * index / parts);
}

/* Fills a cold plate with hot letters and a hot left edge.  Whole degrees from
 * 0 to PLATE_HOT. */
void plate_make(double *cell, uint32_t width, uint32_t height);

/* The plain serial loop that everything is compared with.  `cell` is the plate
 * to start from, `spare` has room for another; both are overwritten.  Returns
 * the one that holds the result. */
double *plate_run(double *cell, double *spare, uint32_t width, uint32_t height,
		  uint64_t iterations);

/* The index of the first cell in which the two differ by any bit, or
 * `count`. */
size_t plate_compare(const double *a, const double *b, size_t count);

#endif
