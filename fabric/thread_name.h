/* SPDX-License-Identifier: BSD-3-Clause */
/* thread_name.h - what a thread is called by debuggers, top and ps.
 *
 * The thread of main() keeps the name of the program, which is also that of the
 * process.  The names of all others are in doc/use/SEEING.md.
 * Threads: any; each names itself.
 */
#ifndef FABRIC_THREAD_NAME_H
#define FABRIC_THREAD_NAME_H

#include <pthread.h>

/* So much the system keeps, with the end. */
#define OCR_THREAD_NAME 16

/* At most 15 characters; without a name it runs as well. */
static inline void
ocr_thread_name(const char *name)
{
	(void)pthread_setname_np(pthread_self(), name);
}

#endif
