/* SPDX-License-Identifier: BSD-3-Clause */
/* futex.h - a thread sleeps on a word of its process.
 *
 * Promise: who changes the word and wakes then is never missed; who wakes may
 * have no reason, so sleepers look again.  Threads: any.
 */
#ifndef SRC_BASE_FUTEX_H
#define SRC_BASE_FUTEX_H

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* While the word has this value; no longer than `limit`, NULL for ever. */
static inline void
ocr_futex_wait(_Atomic uint32_t *word, uint32_t value,
	       const struct timespec *limit)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, limit, NULL, 0);
}

/* All who sleep on it. */
static inline void
ocr_futex_wake(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

#endif
