/* SPDX-License-Identifier: BSD-3-Clause */
/* quit.h - the end of a program: one that leaves nothing behind, and one that
 * nobody wanted.
 *
 * ocrShutdown() does not wait for what is on its way to other nodes, like the
 * destruction of a block that they have copies of.
 */
#ifndef APPS_COMMON_QUIT_H
#define APPS_COMMON_QUIT_H

#include "ocr.h"

/* Ends the job with status 0 when all that this task has done so far has taken
 * effect, on whatever nodes.  An error of the runtime, or 0. */
u8 quit_after_all(void);

/* An API call has failed with this error: says so on stderr, as `program`, and
 * ends the job with status 1. */
void quit_failed(const char *program, u8 err);

#endif
