/* SPDX-License-Identifier: BSD-3-Clause */
/* fault.h - what a task did that ends its process: a fault, or an abort.
 *
 * Catches SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT, says which task did what
 * to which block and where, or in which call of the API, and what it had
 * (scene.h), and lets the signal end the process.  That gets out also when
 * other threads fault at the same time, when saying it faults, and when the
 * stack is used up.  A signal that another process sends is nobody's deed.
 * Threads: any.
 */
#ifndef SRC_OBSERVE_FAULT_H
#define SRC_OBSERVE_FAULT_H

#include <stdbool.h>

struct ocr_call;

/* Catches such signals of this process from now on, each only if nobody else
 * does: a debugger's tools, or the program; but `always` wrong accesses.  Who
 * comes later has them. */
void ocr_fault_init(bool always);

/* The calling thread has from here on, until `end`, memory for the handler when
 * its own stack is used up; without memory it has not. */
void ocr_fault_begin_thread(void);
void ocr_fault_end_thread(void);

#endif
