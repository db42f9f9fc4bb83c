/* SPDX-License-Identifier: BSD-3-Clause */
/* serial.h - what to compare with: the whole file in memory, in one
 * piece.
 */
#ifndef APPS_WORDHIST_SERIAL_H
#define APPS_WORDHIST_SERIAL_H

#include "apps/wordhist/plan.h"

/* Whether the words, or the state of the checksum, are those that the file has.
 * `result` is NULL for the words of an empty file.  False, with a line in
 * `why`, if not, or if that cannot be told. */
bool serial_is_same(const struct plan *p, const void *result,
		    struct cli_error *why);

#endif
