/* SPDX-License-Identifier: BSD-3-Clause */
/* clock.h - the time by which programs say how long they took. */
#ifndef APPS_COMMON_CLOCK_H
#define APPS_COMMON_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds since some moment, the same for all processes of a host. */
static inline uint64_t
clock_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

#endif
