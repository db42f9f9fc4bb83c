/* SPDX-License-Identifier: BSD-3-Clause */
/* lines.h - lines of source files for addresses of code.
 *
 * Another program looks them up (tools/ocrlines.c), if it was built and the
 * code has debug information.
 * Threads: any; in handlers of signals, once prepared: it takes no memory and
 * no lock, and eight seconds at most.
 */
#ifndef SRC_BASE_LINES_H
#define SRC_BASE_LINES_H

/* Finds that program.  Not in a handler. */
void ocr_lines_prepare(void);

/* So many addresses at once, and of a text so many bytes: "FILE:LINE", its end
 * if it is longer, or "".  Returns the milliseconds that it has cost: of a
 * processor, or all that were waited in vain. */
#define OCR_LINES     24
#define OCR_LINE_TEXT 160
unsigned ocr_lines_find(const void *const *at, unsigned n,
			char text[][OCR_LINE_TEXT]);

#endif
