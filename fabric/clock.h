/* SPDX-License-Identifier: BSD-3-Clause */
/* clock.h - time that only grows, whatever people do to the date.
 *
 * Threads: any, but for a glance, which one thread at a time uses.
 */
#ifndef FABRIC_CLOCK_H
#define FABRIC_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

static inline int64_t
ocr_clock_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static inline uint64_t
ocr_clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* -- Now and then, on a way that is taken often ---------------------------- */

struct ocr_glance {
	unsigned times;
	int64_t last_ms;
};

/* True once in each `every_ms`; the clock is read each `every_times`, or at
 * once if somebody is in need.  Some milliseconds are not seen: this clock is
 * the cheap one. */
static inline bool
ocr_glance_is_due(struct ocr_glance *g, unsigned every_times, int64_t every_ms,
		  bool in_need)
{
	struct timespec t;
	int64_t now_ms;

	if (++g->times % every_times != 0 && !in_need)
		return false;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
	now_ms = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
	if (now_ms - g->last_ms < every_ms)
		return false;
	g->last_ms = now_ms;
	return true;
}

#endif
