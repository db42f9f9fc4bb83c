/* SPDX-License-Identifier: BSD-3-Clause */
/* exchange.h - the small exchange that both sides of its benchmark do.
 *
 * Every process has a row of COLUMNS doubles for each, 64 bytes, and gets as
 * much from each.  What travels says who has sent it, and in which exchange.
 */
#ifndef APPS_BENCH_EXCHANGE_H
#define APPS_BENCH_EXCHANGE_H

#include "apps/bench/bench.h"

#include <stdio.h>

#define EXCHANGE_COLUMNS 8
#define EXCHANGE_BYTES	 (EXCHANGE_COLUMNS * sizeof(double))

/* Of one sample, which is what one takes. */
#define EXCHANGES	 10
#define EXCHANGE_WARM_UP 20
#define EXCHANGE_SAMPLES 1000

static inline double
exchange_mark(int size, int rank, unsigned number)
{
	return (double)number * size + rank;
}

static inline void
exchange_fill(double *row, int size, int rank, unsigned number)
{
	for (int to = 0; to < size; to++)
		for (int i = 0; i < EXCHANGE_COLUMNS; i++)
			row[to * EXCHANGE_COLUMNS + i] =
				exchange_mark(size, rank, number) + i;
}

/* False, after a message: something else has come. */
static inline bool
exchange_is_right(const double *got, int size, unsigned number)
{
	for (int from = 0; from < size; from++)
		for (int i = 0; i < EXCHANGE_COLUMNS; i++) {
			if (got[from * EXCHANGE_COLUMNS + i] ==
			    exchange_mark(size, from, number) + i)
				continue;
			fprintf(stderr,
				"exchange %u: what came from %d is "
				"wrong\n",
				number, from);
			return false;
		}
	return true;
}

#endif
