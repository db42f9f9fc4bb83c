/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_say.h - what ocrkeep says, in the name of ocrrun, which people know.
 *
 * Threads: ocrkeep has one.
 */
#ifndef SRC_TOOLS_KEEP_SAY_H
#define SRC_TOOLS_KEEP_SAY_H

#include <sys/types.h>

/* One line, without its end. */
void ocr_keep_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The same into what process `pid` has for its errors; 0: this one's. */
void ocr_keep_say_by(pid_t pid, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
