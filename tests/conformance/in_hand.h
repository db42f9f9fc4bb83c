/* SPDX-License-Identifier: BSD-3-Clause */
/* in_hand.h - a task that has a block in hand while it waits for another: that
 * one is cut, and whole again when somebody destroys the part. */
#ifndef TESTS_CONFORMANCE_IN_HAND_H
#define TESTS_CONFORMANCE_IN_HAND_H

#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

struct in_hand {
	ocrGuid_t shared; /* the one in hand: two words, zero */
	ocrGuid_t other, part;
};

static inline ocrGuid_t
in_hand_zeros(u64 home)
{
	ocrGuid_t g = NULL_GUID;
	u64 *p = conf_block(&g, home, 2 * sizeof(*p));

	if (p)
		p[0] = p[1] = 0;
	OK(ocrDbRelease(g));
	return g;
}

/* A task asks for what it writes in an order that we do not know: with one of
 * the two values of swap it waits with the block in hand. */
static inline struct in_hand
in_hand_make(u64 home, u64 swap)
{
	ocrGuid_t made[2] = {in_hand_zeros(home), in_hand_zeros(home)};
	struct in_hand b = {.shared = made[swap], .other = made[!swap]};
	ocrDbPart_t half = {.offset = 0, .size = sizeof(u64)};

	OK(ocrDbPartition(b.other, 1, &half, 0));
	b.part = half.guid;
	return b;
}

#endif
