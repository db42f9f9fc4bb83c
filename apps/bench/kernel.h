/* SPDX-License-Identifier: BSD-3-Clause */
/* kernel.h - what both sides of the rows kernel_WHAT_BYTES move: an array in
 * one process, from one order of its dimensions to the reversed one.
 *
 *	records		dims(3, N): records of three to three arrays
 *	fields		dims(N, 3): three arrays to records
 *	square, cube	2 and 3 dimensions of the same size
 *	pairs		complex numbers of two of BYTES to real and imaginary
 *			parts, the dimensions as they are
 *	turned		the same, of a square, reversed
 */
#ifndef APPS_BENCH_KERNEL_H
#define APPS_BENCH_KERNEL_H

#include "apps/bench/bench.h"

#include <string.h>

#define KERNEL_BYTES   ((uint64_t)8 << 20)
#define KERNEL_WARM_UP 4
#define KERNEL_SAMPLES 100

struct kernel {
	int64_t size[3]; /* the most contiguous one of the source first */
	int ndims;
	size_t bytes; /* of a number */
	int parts;    /* numbers of an element: 2 are apart in the target */
	bool reversed;
};

/* The largest k with k to the n-th not above `most`. */
static inline int64_t
kernel_root(int64_t most, int n)
{
	int64_t k = 1;

	while ((n == 2 ? (k + 1) * (k + 1) : (k + 1) * (k + 1) * (k + 1)) <=
	       most)
		k++;
	return k;
}

static inline int64_t
kernel_elements(const struct kernel *k)
{
	return k->size[0] * k->size[1] * k->size[2];
}

/* false: there is no such thing. */
static inline bool
kernel_init(struct kernel *k, const struct bench_args *a)
{
	int64_t n, u = (int64_t)a->size_bytes;
	const char *what = a->what;

	if (u != 1 && u != 2 && u != 4 && u != 8 && u != 16)
		return false;
	*k = (struct kernel){{1, 1, 1}, 2, (size_t)u, 1, true};
	if (!strcmp(what, "pairs") || !strcmp(what, "turned")) {
		if (u > 8)
			return false;
		k->parts = 2;
		k->reversed = what[0] == 't';
	}
	n = (int64_t)(KERNEL_BYTES >> (a->quick ? 6 : 0)) / u / k->parts;
	if (!strcmp(what, "records")) {
		k->size[0] = 3;
		k->size[1] = n / 3;
	} else if (!strcmp(what, "fields")) {
		k->size[0] = n / 3;
		k->size[1] = 3;
	} else if (!strcmp(what, "cube")) {
		k->ndims = 3;
		k->size[0] = k->size[1] = k->size[2] = kernel_root(n, 3);
	} else if (!strcmp(what, "square") || k->parts == 2) {
		k->size[0] = k->size[1] = kernel_root(n, 2);
	} else {
		return false;
	}
	return true;
}

static inline void
kernel_fill(const struct kernel *k, unsigned char *src)
{
	uint64_t n =
		(uint64_t)kernel_elements(k) * k->bytes * (uint64_t)k->parts;

	for (uint64_t i = 0; i < n; i++)
		src[i] = (unsigned char)(i * 2654435761u >> 13);
}

/* Sorts the samples: one that a tenth of them did not exceed.  Nobody waits for
 * anybody here, so what is slower was kept from its core. */
static inline double
kernel_time(double *sample, unsigned n)
{
	bench_median(sample, n);
	return sample[n / 10];
}

/* Is every number where it belongs? */
static inline bool
kernel_is_right(const struct kernel *k, const unsigned char *src,
		const unsigned char *dst)
{
	const int64_t *n = k->size;
	int64_t all = kernel_elements(k), from, to;

	for (int64_t z = 0; z < n[2]; z++)
		for (int64_t y = 0; y < n[1]; y++)
			for (int64_t x = 0; x < n[0]; x++) {
				from = (z * n[1] + y) * n[0] + x;
				to = k->reversed ? (x * n[1] + y) * n[2] + z
						 : from;
				if (k->reversed && k->ndims == 2)
					to = x * n[1] + y;
				for (int p = 0; p < k->parts; p++)
					if (memcmp(src + (size_t)(from * k->parts +
								  p) *
								   k->bytes,
						   dst + (size_t)(to +
								  p * all) *
								   k->bytes,
						   k->bytes))
						return false;
			}
	return true;
}

#endif
