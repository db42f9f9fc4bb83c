/* SPDX-License-Identifier: BSD-3-Clause */
/* where.h - where in a program's source an address of code is, for people.
 *
 * What was looked up is kept, so a place that is told again costs nothing; and
 * all looks together take some seconds of a processor at most: after that, as
 * without debug information, a place is what symbol.h says.  Nothing is done
 * before a message is made. Threads: any; in handlers of signals too, once
 * ocr_lines_prepare() was called.
 */
#ifndef SRC_BASE_WHERE_H
#define SRC_BASE_WHERE_H

#include "src/base/lines.h"
#include "src/base/symbol.h"

/* "body (solver.c:88)", or "body+0x1c".  Into buf of at least OCR_WHERE_TEXT
 * bytes; returns buf. */
#define OCR_WHERE_TEXT (OCR_SYMBOL_TEXT + OCR_LINE_TEXT + 4)
char *ocr_where_text(const void *at, char *buf);

/* Looks up n places at once, for who is about to tell them all. */
void ocr_where_learn(const void *const *at, unsigned n);

#endif
