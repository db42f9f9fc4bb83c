/* SPDX-License-Identifier: BSD-3-Clause */
/* value.h - values as users write them, in variables and arguments.
 *
 * Knows no names of settings.
 * Threads: any.
 */
#ifndef FABRIC_VALUE_H
#define FABRIC_VALUE_H

#include <stdbool.h>
#include <stdint.h>

/* What ocr_value_bool() accepts, for messages. */
#define OCR_VALUE_BOOL_WORDS "0 or 1 (no or yes, off or on, false or true)"

/* False: it is none of those words; *value stays. */
bool ocr_value_bool(const char *text, bool *value);

/* A number in decimal digits up to max; with `suffixed` one of k, m, g and t (a
 * power of 1024) may follow.  False: it is none; *value stays. */
bool ocr_value_number(const char *text, bool suffixed, uint64_t max,
		      uint64_t *value);

#endif
