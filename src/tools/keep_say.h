/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_say.h - what ocrkeep says, in the name of ocrrun, which people know.
 *
 * Threads: ocrkeep has one.
 */
#ifndef SRC_TOOLS_KEEP_SAY_H
#define SRC_TOOLS_KEEP_SAY_H

/* One line, without its end. */
void ocr_keep_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
