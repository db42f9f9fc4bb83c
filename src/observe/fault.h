/* SPDX-License-Identifier: BSD-3-Clause */
/* fault.h - what a task did when memory was not there.
 *
 * Catches SIGSEGV and SIGBUS of the process, says in one line which task did
 * what to which block and where, or in which call of the API, and lets the
 * signal end the process.  The line gets out also when other threads fault at
 * the same time, when saying it faults, and when the stack is used up.
 * Threads: any.
 */
#ifndef SRC_OBSERVE_FAULT_H
#define SRC_OBSERVE_FAULT_H

#include <stdbool.h>

struct ocr_call;

/* Catches faults of this process from now on; unless `always`, only if nobody
 * else does: a debugger's tools, or the program. */
void ocr_fault_init(bool always);

/* The calling thread has from here on, until `end`, memory for the handler when
 * its own stack is used up; without memory it has not. */
void ocr_fault_begin_thread(void);
void ocr_fault_end_thread(void);

#endif
