/* SPDX-License-Identifier: BSD-3-Clause */
/* plot.h - results as a picture: a line for each of our sides, with a dot for
 * it and one for each reference, on a scale of powers of ten; a bar through a
 * dot goes from the least run to the greatest.
 *
 * Knows names and numbers; nothing of rows and sides.
 */
#ifndef APPS_BENCH_DRIVER_PLOT_H
#define APPS_BENCH_DRIVER_PLOT_H

#include <stdbool.h>
#include <stddef.h>

struct plot;

/* NULL, with a line at *why, if there can be no picture: this was built without
 * cairo, or there is no memory. */
struct plot *bench_plot_new(const char **why);

/* What several runs gave. */
struct plot_value {
	double least, median, most;
};

/* A dot in the line `row`: the side `who` has this value.  The strings must
 * outlive the plot.  False: there is no memory, or the unit is not that of the
 * others. */
bool bench_plot_dot(struct plot *p, const char *row, const char *who,
		    struct plot_value value, const char *unit);

/* Writes a PNG, whole or not at all, and frees the plot.  False, with a line at
 * *why. */
bool bench_plot_end(struct plot *p, const char *path, const char **why);

#endif
