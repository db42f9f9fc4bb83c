/* SPDX-License-Identifier: BSD-3-Clause */
/* repeat.h - lines that were told often enough.
 *
 * Two lines are the same when they differ in numbers only: nodes, GUIDs,
 * counts and addresses.  Places ("solver.c:88", "solve+0x1c") and names are
 * not numbers.  One table of the process, of fixed size: what does not fit is
 * never often enough.
 * Threads: any.
 */
#ifndef FABRIC_REPEAT_H
#define FABRIC_REPEAT_H

#include <stdbool.h>
#include <stdint.h>

/* So often a line is told. */
#define OCR_REPEAT_MOST 10

/* Counts the line.  False: it has been told often enough. */
bool ocr_repeat_may_tell(const char *line);

/* Calls f with the beginning of each line that was not told any more, and how
 * often; then all is forgotten. */
void ocr_repeat_end(void (*f)(void *ctx, const char *line, uint64_t times),
		    void *ctx);

#endif
