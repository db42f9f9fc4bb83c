/* SPDX-License-Identifier: BSD-3-Clause */
/* death.h - how a process that is no child of this one has ended.
 *
 * Its parent is told by the system, others may look: at what is left of it in
 * /proc until its parent has asked, and at its pidfd afterwards (Linux 6.15).
 * Knows no nodes.
 * Promise: what is not known is not guessed.
 * Threads: any.
 */
#ifndef FABRIC_DEATH_H
#define FABRIC_DEATH_H

#include <stdint.h>

#define OCR_DEATH_UNKNOWN (-1)
#define OCR_DEATH_TEXT	  64

/* Of a process that has ended: its status as of waitpid(), or
 * OCR_DEATH_UNKNOWN.  pidfd is -1 where there is none. */
int ocr_death_read(int pidfd, uint32_t pid);

/* "was killed by signal 9 (SIGKILL)", "died" where it is not known; returns
 * buf, of OCR_DEATH_TEXT bytes. */
const char *ocr_death_text(int how, char *buf);

#endif
