/* SPDX-License-Identifier: BSD-3-Clause */
/* must.h - for tests that ask a million times, at random. */
#ifndef TESTS_DRI_MUST_H
#define TESTS_DRI_MUST_H

#include <check.h>
#include <stdint.h>

/* Check's own asserts tell its runner of each of them, which takes long. */
#define MUST(condition)                                                        \
	do {                                                                   \
		if (!(condition))                                              \
			ck_abort_msg("%s", #condition);                        \
	} while (0)

/* A seed, and what comes after it. */
static uint64_t random_state;

/* 0 to n - 1; n > 0. */
static inline int64_t
random_below(int64_t n)
{
	random_state =
		random_state * 6364136223846793005u + 1442695040888963407u;
	return (int64_t)((random_state >> 33) % (uint64_t)n);
}

#endif
