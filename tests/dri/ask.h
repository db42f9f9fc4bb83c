/* SPDX-License-Identifier: BSD-3-Clause */
/* ask.h - asks the library for a generated distribution, by its public calls.
 */
#ifndef TESTS_DRI_ASK_H
#define TESTS_DRI_ASK_H

#include "tests/dri/generate.h"

/* The status of the first call that fails. */
int ask_distribution(const struct side *s, int rank, DRI_Distribution *out);

#endif
