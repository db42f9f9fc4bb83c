/* SPDX-License-Identifier: BSD-3-Clause */
/* exchange.h - in what steps n nodes tell each other what each of them has.
 *
 * They stand in a ring.  For d = 1, 2, 4, ... node r tells node r + d what it
 * and those before it have, as many as that node lacks, as soon as they are
 * here: after log2 n messages one behind the other all have everything, and
 * nobody was told anything twice.
 *
 *   n = 6, what 0 tells   d = 1 to 1: 0
 *                         d = 2 to 2: 0 5
 *                         d = 4 to 4: 0 5      3 and 4 it has by then
 *
 * Up to OCR_EXCHANGE_DIRECT nodes each tells all others what it has itself.
 *
 * Knows positions in the ring alone.  Values only; threads: any.
 */
#ifndef SRC_REDUCE_EXCHANGE_H
#define SRC_REDUCE_EXCHANGE_H

#include <stdint.h>

#define OCR_EXCHANGE_DIRECT 3

/* So many nodes take no more messages than three of them and one below: 8. */
#define OCR_EXCHANGE_CHEAP 4

/* The step behind that over distance d, or from n on: there is none.  The first
 * is behind 0. */
static inline uint64_t
ocr_exchange_next(uint32_t n, uint64_t d)
{
	return n <= OCR_EXCHANGE_DIRECT ? d + 1 : d ? 2 * d : 1;
}

/* A bit for each of its steps, of n nodes. */
static inline uint32_t
ocr_exchange_steps(uint32_t n)
{
	uint32_t steps = 0;

	for (uint64_t d = 0; (d = ocr_exchange_next(n, d)) < n;)
		steps = 2 * steps + 1;
	return steps;
}

/* What so many have is told over distance d < n. */
static inline uint32_t
ocr_exchange_len(uint32_t n, uint64_t d)
{
	if (n <= OCR_EXCHANGE_DIRECT)
		return 1;
	return (uint32_t)(d < n - d ? d : n - d);
}

/* Over what distance `from` tells `self`; 0: it does not. */
static inline uint32_t
ocr_exchange_distance(uint32_t n, uint32_t self, uint32_t from)
{
	uint32_t d = self >= from ? self - from : self + (n - from);

	return n <= OCR_EXCHANGE_DIRECT || !(d & (d - 1)) ? d : 0;
}

/* The node i places before `self`, i < n. */
static inline uint32_t
ocr_exchange_before(uint32_t n, uint32_t self, uint32_t i)
{
	return self >= i ? self - i : self + (n - i);
}

#endif
