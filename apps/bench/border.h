/* SPDX-License-Identifier: BSD-3-Clause */
/* border.h - the array whose borders both sides of the benchmark exchange.
 *
 * 4096 x 4096 doubles, or 256 x 256 x 256; the processes share the last
 * dimension, or, if they are four, the last two.  Each keeps one element more
 * where it has a neighbour; dimension 0 is the most contiguous one.  In every
 * exchange each border has a mark of its own, which its neighbour looks at.
 */
#ifndef APPS_BENCH_BORDER_H
#define APPS_BENCH_BORDER_H

#include "apps/bench/bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define BORDER_WARM_UP 20
#define BORDER_SAMPLES 400

struct border {
	int ndims, rank;
	int procs[3], coord[3];
	int64_t size[3];
	int64_t own[3], begin[3], stored[3]; /* here; begin: of the owned */
	int64_t stride[3], count;
};

/* false: not so many dimensions, or processes. */
static inline bool
border_make(struct border *b, const char *what, int rank, int size)
{
	int left = size, step = 1;

	memset(b, 0, sizeof(*b));
	if ((strcmp(what, "2d") != 0 && strcmp(what, "3d") != 0) ||
	    (size != 1 && size != 2 && size != 4))
		return false;
	b->ndims = what[0] - '0';
	b->rank = rank;
	for (int d = b->ndims - 1; d >= 0; d--) {
		b->size[d] = b->ndims == 2 ? 4096 : 256;
		b->procs[d] = left > 1 ? 2 : 1;
		left /= b->procs[d];
	}
	b->count = 1;
	for (int d = 0; d < b->ndims; d++) {
		b->coord[d] = rank / step % b->procs[d];
		step *= b->procs[d];
		b->own[d] = b->size[d] / b->procs[d];
		b->begin[d] = b->coord[d] > 0;
		b->stored[d] = b->own[d] + b->procs[d] - 1;
		b->stride[d] = b->count;
		b->count *= b->stored[d];
	}
	return true;
}

/* Two processes share a dimension: its border is on one side. */
static inline int
border_neighbour(const struct border *b, int d)
{
	int step = 1;

	if (b->procs[d] == 1)
		return -1;
	for (int i = 0; i < d; i++)
		step *= b->procs[i];
	return b->coord[d] ? b->rank - step : b->rank + step;
}

/* Where the border of dimension d begins: the owned elements next to the
 * neighbour, or those of the neighbour. */
static inline int64_t
border_at(const struct border *b, int d, bool owned)
{
	int64_t at = 0;

	for (int i = 0; i < b->ndims; i++)
		if (i != d)
			at += b->begin[i] * b->stride[i];
	if (b->coord[d] == 0)
		return at + (b->own[d] - owned) * b->stride[d];
	return at + owned * b->stride[d];
}

static inline void
border_mark(const struct border *b, double *data, unsigned number)
{
	for (int d = 0; d < b->ndims; d++)
		if (b->procs[d] > 1)
			data[border_at(b, d, true)] =
				(double)number * 100 + b->rank;
}

/* False, after a message: something else has come. */
static inline bool
border_is_right(const struct border *b, const double *data, unsigned number)
{
	for (int d = 0; d < b->ndims; d++) {
		int from = border_neighbour(b, d);

		if (from < 0 ||
		    data[border_at(b, d, false)] == (double)number * 100 + from)
			continue;
		fprintf(stderr, "exchange %u: the border of %d is wrong\n",
			number, from);
		return false;
	}
	return true;
}

#endif
