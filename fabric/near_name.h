/* SPDX-License-Identifier: BSD-3-Clause */
/* near_name.h - variables of the environment that are no setting, but were
 * meant to be one.
 *
 * A program may have variables of its own that begin with OCR_, so a name must
 * be close: in other letters' case, or with one slip, or two where it is long.
 * A slip is a letter too many or too few, or two in each other's place; a wrong
 * one is two, for it makes words of a program's own (OCR_STATE, OCR_SHAPE).  A
 * name of three or four letters is one slip away from too many others.
 *
 * Does not know which settings there are.
 */
#ifndef FABRIC_NEAR_NAME_H
#define FABRIC_NEAR_NAME_H

#include <stddef.h>

#define OCR_NEAR_PREFIX	      "OCR_"
#define OCR_NEAR_PREFIX_BYTES (sizeof(OCR_NEAR_PREFIX) - 1)

/* Of a setting's name without its prefix: longer ones are near none. */
#define OCR_NEAR_LETTERS 24

/* Is this literal none too long? */
#define OCR_NEAR_FITS(name)                                                    \
	(sizeof(name) <= sizeof(OCR_NEAR_PREFIX) + OCR_NEAR_LETTERS)

struct ocr_near_names {
	const char *const *all; /* in capitals, with their prefix */
	size_t n;
	size_t n_meant; /* the first so many: those that users set */
};

/* Calls tell() for each variable of this environment, as environ is, that is
 * none of these names but near one that users set, which is `meant`. */
void ocr_near_look(const struct ocr_near_names *names, char *const *environment,
		   void (*tell)(void *ctx, const char *name, const char *meant),
		   void *ctx);

#endif
