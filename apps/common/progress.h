/* SPDX-License-Identifier: BSD-3-Clause */
/* progress.h - tells on standard error how far a program is.
 *
 * On a terminal one line, written over again a few times a second; elsewhere
 * lines, if they are wanted, of which there are few however much there is to
 * do.
 *
 * Threads: any, all at once.  There is one progress per process, and it is
 * node 0's tasks that should tell theirs: node 0 has the terminal.
 */
#ifndef APPS_COMMON_PROGRESS_H
#define APPS_COMMON_PROGRESS_H

#include "ocr.h"

#include <stdbool.h>

/* Before the first progress_tell().  `program` and `unit` are kept. */
void progress_start(const char *program, const char *unit, bool wanted);

/* So much is done, of `total`, or of nobody knows how much (0).  Harmless on a
 * node that has not started. */
void progress_tell(u64 done, u64 total);

/* What is printed now starts a line; more may be told below it. */
void progress_break(void);

/* The same, and nothing more will be told. */
void progress_end(void);

#endif
