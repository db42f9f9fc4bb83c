/* SPDX-License-Identifier: BSD-3-Clause */
/* exit.h - a process that ends while its job still runs.
 *
 * exit() and quick_exit() by anybody, pthread_exit() by a body, or a main that
 * returns: who it was is said, all other nodes are told to end, and the exit
 * status is not 0.  _exit() and signals cannot be seen from inside.
 * Threads: as each function says.
 */
#ifndef SRC_BOOT_EXIT_H
#define SRC_BOOT_EXIT_H

struct ocr_job;
struct ocr_runtime;

/* The process must not end from now on.  One job at a time; both are borrowed
 * until ocr_exit_allow().  0 or -errno. */
int ocr_exit_forbid(struct ocr_runtime *rt, struct ocr_job *job);
/* Before the node is closed, whether it was forbidden or not.  Does not return
 * if another thread has begun to end the process, and reads the node still. */
void ocr_exit_allow(void);

/* The calling thread must not end from now on, or may again. */
void ocr_exit_forbid_thread(void);
void ocr_exit_allow_thread(void);

#endif
