/* SPDX-License-Identifier: BSD-3-Clause */
/* target.h - what a file of tests/fuzz/ is: one function that takes any bytes,
 * and returns.
 *
 * libFuzzer calls it where clang is, replay.c else.
 */
#ifndef TESTS_FUZZ_TARGET_H
#define TESTS_FUZZ_TARGET_H

#include "tests/must.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Returns 0.  Whatever is wrong ends the process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input, taken from its front; where it ends, zeros follow. */
struct source {
	const uint8_t *at;
	size_t left;
};

static inline uint8_t
take(struct source *s)
{
	if (!s->left)
		return 0;
	s->left--;
	return *s->at++;
}

static inline uint64_t
take_word(struct source *s)
{
	uint64_t word = 0;

	for (unsigned i = 0; i < 8; i++)
		word |= (uint64_t)take(s) << 8 * i;
	return word;
}

#endif
