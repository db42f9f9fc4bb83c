/* SPDX-License-Identifier: BSD-3-Clause */
/* fail.h - the job cannot go on. */
#ifndef SRC_BASE_FAIL_H
#define SRC_BASE_FAIL_H

struct ocr_runtime;

/* Says why, and ends the job with status 1; nothing once it ends anyway.  From
 * a worker's thread. */
void ocr_fail(struct ocr_runtime *rt, const char *fmt, ...)
	__attribute__((cold, format(printf, 2, 3)));

/* The system gives no more memory, for `what` or NULL: the same, once. */
void ocr_fail_memory(struct ocr_runtime *rt, const char *what)
	__attribute__((cold));

#endif
