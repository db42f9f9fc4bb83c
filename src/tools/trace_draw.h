/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_draw.h - Graphviz, as a program that draws what it is told.
 *
 * Threads: none.  SIGPIPE is ignored from then on.
 */
#ifndef SRC_TOOLS_TRACE_DRAW_H
#define SRC_TOOLS_TRACE_DRAW_H

#include <stdio.h>

/* Writes as SVG to out what fn tells in Graphviz's language.  0 or -1, after
 * saying what is wrong unless fn returned it. */
int ocr_trace_draw(int (*fn)(const void *arg, FILE *dot), const void *arg,
		   FILE *out);

#endif
