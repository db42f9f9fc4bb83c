/* SPDX-License-Identifier: BSD-3-Clause */
/* watchdog.h - ends this process after an abort, whatever its tasks do.
 *
 * Promise: what there is to tell of a job that fails is told by one thread, the
 * one that has seen all others end, or the watchdog.
 * Threads: any.
 */
#ifndef SRC_BOOT_WATCHDOG_H
#define SRC_BOOT_WATCHDOG_H

#include <stdbool.h>

struct ocr_runtime;

/* A job begins: nobody has told anything of it. */
void ocr_watchdog_begin(void);

/* True for the first who asks. */
bool ocr_watchdog_may_tell(void);

/* After the grace the process ends with `status`, which is not 0.  Once: a
 * process has one end.  rt stays open until ocr_watchdog_forget(). */
void ocr_watchdog_release(struct ocr_runtime *rt, unsigned status);

/* The node is going to close.  Of the one that may tell, if there is anything to
 * be told. */
void ocr_watchdog_forget(void);

#endif
