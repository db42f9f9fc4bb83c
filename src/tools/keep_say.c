/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_say.c - see keep_say.h. */
#include "src/tools/keep_say.h"

#include <stdarg.h>
#include <stdio.h>

void
ocr_keep_say(const char *fmt, ...)
{
	char line[768];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	fprintf(stderr, "ocrrun: %s\n", line);
}
