/* SPDX-License-Identifier: BSD-3-Clause */
/* turn.h - the corner turn that both sides of its benchmark do.
 *
 * A matrix of N x N complex floats lies by rows, N / P of them on each of P
 * processes; afterwards it lies by columns, N / P of those on each.  Element
 * (row, column) of turn number t has a value that says where it comes from, and
 * one element of what travels from one process to another also says t, so that
 * nobody who leaves out a turn goes unnoticed.
 */
#ifndef APPS_BENCH_TURN_H
#define APPS_BENCH_TURN_H

#include "apps/bench/bench.h"

#include <stdio.h>

#define TURN_N	     4096
#define TURN_N_QUICK 64

#define TURN_WARM_UP 2
#define TURN_SAMPLES 11
/* Of a small matrix, which is turned in no time. */
#define TURN_SMALL	  1500
#define TURN_SAMPLES_MOST 101

static inline unsigned
turn_samples(int64_t n, bool quick)
{
	if (quick)
		return 3;
	return n < TURN_SMALL ? TURN_SAMPLES_MOST : TURN_SAMPLES;
}

struct turn_element {
	float re, im;
};

struct turn {
	int64_t n;    /* of the whole matrix */
	int64_t part; /* rows, and later columns, of a process */
	int rank, size;
};

/* n 0: as large as usual.  0, or -EINVAL if so many processes cannot share it
 * evenly. */
static inline int
turn_init(struct turn *t, int rank, int size, uint64_t n, bool quick)
{
	t->n = quick ? TURN_N_QUICK : n ? (int64_t)n : TURN_N;
	t->part = t->n / size;
	t->rank = rank;
	t->size = size;
	return t->part * size == t->n ? 0 : -EINVAL;
}

static inline void
turn_fill(const struct turn *t, struct turn_element *src)
{
	for (int64_t r = 0; r < t->part; r++)
		for (int64_t c = 0; c < t->n; c++)
			src[r * t->n + c] = (struct turn_element){
				(float)(t->rank * t->part + r), (float)c};
}

/* Before a turn: the first element for each process carries its number. */
static inline void
turn_stamp(const struct turn *t, struct turn_element *src, unsigned number)
{
	for (int to = 0; to < t->size; to++)
		src[to * t->part].im = (float)(number + 1) / -4;
}

/* After a turn: whether it is this one's, from everybody. */
static inline bool
turn_arrived(const struct turn *t, const struct turn_element *dst,
	     unsigned number)
{
	for (int from = 0; from < t->size; from++)
		if (dst[from * t->part].im != (float)(number + 1) / -4)
			return false;
	return true;
}

/* Whether every element is in its place, but for the stamps. */
static inline bool
turn_is_right(const struct turn *t, const struct turn_element *dst)
{
	for (int64_t c = 0; c < t->part; c++)
		for (int64_t r = 0; r < t->n; r++) {
			const struct turn_element *e = &dst[c * t->n + r];
			bool stamped = c == 0 && r % t->part == 0;

			if (e->re != (float)r ||
			    (!stamped &&
			     e->im != (float)(t->rank * t->part + c)))
				return false;
		}
	return true;
}

#endif
