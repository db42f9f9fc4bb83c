/* SPDX-License-Identifier: BSD-3-Clause */
/* said.h - the last words of a process of a job.
 *
 * A launcher that hears that a process has failed kills the others, and may drop
 * what it has not handed on yet.  So a check that fails says so in the file that
 * TEST_SAID names as well, which expect() shows (tests/cluster/job.sh).
 */
#ifndef TESTS_DRI_SAID_H
#define TESTS_DRI_SAID_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((format(printf, 1, 2))) static inline void
said(const char *format, ...)
{
	const char *path = getenv("TEST_SAID");
	FILE *f = path ? fopen(path, "a") : NULL;
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (f) {
		fputs(text, f);
		fclose(f);
	}
	fputs(text, stderr);
}

#endif
