/* SPDX-License-Identifier: BSD-3-Clause */
/* filter.h - what happens to a picture: a sample of the result is made
 * of the samples around it.
 *
 * Beyond the border the outermost rows and columns are repeated, as many as the
 * filter reaches, in their order: DRI_OVERLAP_PAD_REPLICATED.
 * Knows nothing of processes.  Threads: any.
 */
#ifndef APPS_PIPELINE_FILTER_H
#define APPS_PIPELINE_FILTER_H

#include <stdbool.h>
#include <stdint.h>

enum filter {
	FILTER_BLUR,  /* binomial weights 1 4 6 4 1 in both directions */
	FILTER_EDGES, /* |gx| + |gy| of the Sobel operator, at most max */
	FILTERS
};

/* False: there is no filter of that name. */
bool filter_find(const char *name, enum filter *filter);

const char *filter_name(enum filter filter);

/* How many samples it looks to each side. */
int filter_reach(enum filter filter);

/* Samples of one tile; strides count samples, to the next one of the same
 * colour. */
struct filter_tile {
	int64_t rows, cols;
	int samples;	    /* of a place, side by side */
	const uint16_t *in; /* the first place; there are more on all sides */
	int64_t in_row, in_col;
	uint16_t *out;
	int64_t out_row, out_col;
	uint32_t max;
};

void filter_tile(enum filter filter, const struct filter_tile *t);

/* A whole picture, places side by side, and the border by arithmetic: rows
 * first to first + n - 1 of the result.  In its own way, to compare with. */
void filter_serial(enum filter filter, const uint16_t *picture, int64_t rows,
		   int64_t cols, int samples, uint32_t max, int64_t first,
		   int64_t n, uint16_t *out);

#endif
