/* SPDX-License-Identifier: BSD-3-Clause */
/* boot.h - a node of real threads, from the settings to the exit status.
 *
 * Knows in which order the parts of a node are built and undone; does not know
 * what its tasks do.
 * Threads: all calls from one.
 */
#ifndef SRC_BOOT_BOOT_H
#define SRC_BOOT_BOOT_H

#include "include/ocr.h"

struct ocr_boot;
struct ocr_job;
struct ocr_runtime;

/* Joins the job that the launcher describes (or is a job of one node), runs
 * main_edt on node 0, and returns the job's exit status when it has ended.
 * What cannot be started is explained on standard error, and gives 1. */
int ocr_boot(int argc, char **argv, ocrEdt_t main_edt);

/* The same in steps, for a program with a main of its own: the caller is no
 * worker, but a guest (sched/worker.h).  The job is borrowed. */

/* All parts but the threads.  0, or -errno, and then the cause has been
 * explained, and other nodes do not wait for this one. */
int ocr_boot_open(struct ocr_boot **b, struct ocr_job *job);
struct ocr_runtime *ocr_boot_runtime(struct ocr_boot *b);

/* The threads.  From here on the caller is the guest.  A failure ends the
 * job, with an explanation. */
void ocr_boot_start(struct ocr_boot *b);

/* Once the job ends: waits for the threads and for the other nodes, and
 * returns the job's exit status.  The caller is no guest any more. */
unsigned ocr_boot_stop(struct ocr_boot *b);

/* Frees everything but the job. */
void ocr_boot_close(struct ocr_boot *b);

#endif
