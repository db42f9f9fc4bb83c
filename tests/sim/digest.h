/* SPDX-License-Identifier: BSD-3-Clause */
/* digest.h - one number of all that has passed, to compare two runs. */
#ifndef TESTS_SIM_DIGEST_H
#define TESTS_SIM_DIGEST_H

#include "src/base/msg.h"

#include <stdint.h>

/* What an observer has seen (src/base/observer.h). */
enum digest_at {
	DIGEST_TASK,
	DIGEST_ISSUE,
	DIGEST_SKIP,
	DIGEST_LEAVE,
	DIGEST_EMIT,
	DIGEST_BEGIN,
	DIGEST_END,
	DIGEST_PARK
};

static inline void
digest_word(uint64_t *d, uint64_t v)
{
	*d = (*d ^ v) * UINT64_C(0x9e3779b97f4a7c15);
	*d ^= *d >> 29;
}

/* An op has come by.  Its object is the first field of every message; what
 * follows may hold pointers. */
static inline void
digest_op(uint64_t *d, enum digest_at at, uint64_t how, const struct ocr_op *op)
{
	ocrGuid_t g = ((const struct ocr_msg_destroy *)(const void *)op)->guid;

	digest_word(d, (uint64_t)at << 32 | how << 16 | op->type);
	digest_word(d, g.upper);
	digest_word(d, g.lower);
}

#endif
