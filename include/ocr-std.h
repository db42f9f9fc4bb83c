/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-std.h - the entry point, the end, arguments and printing
 * (OCR 1.1.0, 2.2 and 2.3).
 */
#ifndef OCR_STD_H
#define OCR_STD_H

#include "ocr-types.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The program's first task, which the program defines.  paramc is 0, paramv
 * NULL, depc 1; depv[0] is a data block with the command line, for getArgc()
 * and getArgv().  It runs once, on node 0; what it returns is ignored.
 * OCR 1.1.0, 2.2. */
ocrGuid_t mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

/* Ends the job on all nodes with exit status 0.  Tasks that run are
 * finished, others do not start.  The first ocrShutdown() or ocrAbort() of
 * the job counts.  It returns, and the calling body should do so as well.
 * OCR 1.1.0, 2.3.1. */
void ocrShutdown(void);

/* Ends the job as ocrShutdown() does, with `errorCode` as its exit status on
 * every node; a body that does not return is not waited for long, unless the
 * code is 0.  OCR 1.1.0, 2.3.2. */
void ocrAbort(u8 errorCode);

/* The number of arguments in the block at `dbPtr`, which is that of
 * mainEdt's depv[0] or a copy of its bytes.  The block is 8 bytes of count,
 * 8 bytes of offset (from the start of the block) for each argument, then the
 * arguments, each ended by a 0 byte.  For NULL 0, with a message.
 * OCR 1.1.0, 2.3.3. */
u64 getArgc(const void *dbPtr);

/* The argument with this index, inside the block: as long-lived as `dbPtr`.
 * NULL when there is no such argument, or no block (the specification leaves
 * that undefined).  OCR 1.1.0, 2.3.4. */
char *getArgv(const void *dbPtr, u64 index);

/* Prints as printf, to standard output, with all its formats.  The whole text
 * leaves with one write, so lines of threads and nodes do not mix.  From any
 * thread.  Returns the number of bytes written, 0 if that failed; then the job
 * says so at its end, and its exit status is not 0.  Compilers check the
 * arguments.  OCR 1.1.0, 2.3.5. */
u32 PRINTF(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Says on standard error where and why, and aborts the process, which ends
 * the job.  For the macros below. */
void ocrVerifyFailed(const char *file, u32 line, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 3, 4)));

#ifdef __cplusplus
}
#endif

/* 1.2 calls them so. */
#define ocrPrintf  PRINTF
#define ocrGetArgc getArgc
#define ocrGetArgv getArgv

#define SNPRINTF snprintf

/* Checks `cond` in every build.  The rest are the arguments of a printf. */
#define VERIFY(cond, ...)                                                      \
	((cond) ? (void)0 : ocrVerifyFailed(__FILE__, __LINE__, __VA_ARGS__))

/* Checks `cond` unless NDEBUG is defined, as assert does. */
#ifdef NDEBUG
#define ASSERT(cond) ((void)0)
#else
#define ASSERT(cond) VERIFY(cond, "%s is false", #cond)
#endif
#define ocrAssert(cond) ASSERT(cond)

#endif
