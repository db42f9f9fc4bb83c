/* SPDX-License-Identifier: BSD-3-Clause */
/* print.h - an alignment for people: a summary, and the letters side
 * by side.
 */
#ifndef APPS_WAVEFRONT_PRINT_H
#define APPS_WAVEFRONT_PRINT_H

#include "apps/wavefront/align.h"

/* A sequence as it is printed. */
struct printed {
	const char *name;
	const u8 *letter;
};

/* Prints to standard output where it lies and what it consists of. */
void print_summary(const struct alignment *al,
		   const struct alignment_facts *facts);

/* Prints the letters, 60 columns at a time: equal ones with a bar between. */
void print_alignment(const struct alignment *al,
		     const struct alignment_facts *facts,
		     const struct printed *a, const struct printed *b,
		     bool protein);

#endif
