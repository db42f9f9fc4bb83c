/* SPDX-License-Identifier: BSD-3-Clause */
/* seldom.h - what hardly ever happens lies elsewhere.
 *
 * What a program runs all the time is more code than the first cache holds, in
 * lines that have much in between which it does not run.  Without a profile the
 * compiler moves a branch out of its function, to all that is cold, only if
 * that calls something cold; being told that it is unlikely is not enough.  So
 * the branch begins with such a call, of nothing.
 *
 * For what happens in no run that is measured: an observer, strict mode, a
 * failure.  Threads: any.
 */
#ifndef FABRIC_SELDOM_H
#define FABRIC_SELDOM_H

void ocr_seldom(void) __attribute__((cold, noinline));

#define OCR_SELDOM(condition)                                                  \
	(__builtin_expect(!!(condition), 0) && (ocr_seldom(), 1))

#endif
