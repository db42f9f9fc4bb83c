/* SPDX-License-Identifier: BSD-3-Clause */
/* prefetch.h - a line of memory is asked for before it is needed.
 *
 * The empty statement keeps it: gcc 12 takes a loop that does nothing else for
 * one without effect, and leaves it out.
 * Threads: any.
 */
#ifndef FABRIC_PREFETCH_H
#define FABRIC_PREFETCH_H

static inline void
ocr_prefetch(const void *at)
{
	__builtin_prefetch(at);
	__asm__ volatile("" : : "r"(at));
}

#endif
