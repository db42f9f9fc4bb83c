/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_json.c - see trace_json.h. */
#include "src/tools/trace_json.h"

void
ocr_trace_put_text(const char *s, FILE *out)
{
	fputc('"', out);
	for (; *s; s++) {
		if (*s == '"' || *s == '\\' || *s == '<' ||
		    (unsigned char)*s < 0x20)
			fprintf(out, "\\u%04x", (unsigned char)*s);
		else
			fputc(*s, out);
	}
	fputc('"', out);
}
