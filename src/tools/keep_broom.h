/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_broom.h - says that ocrkeep was killed, and takes away what a launcher
 * that was killed has left.
 *
 * Open MPI's mpirun has a folder of its own in the folder for such files, and
 * removes it when it ends; killed, it does not.  A process of its own waits for
 * the launcher's end, so that it happens whoever else was killed, ocrkeep too:
 * by people, or by Open MPI itself, which kills the whole process group of a
 * child that must end, and one that was just forked has the group of all.
 * Knows the name of that folder; does not know nodes, nor other hosts.
 * Threads: ocrkeep has one.
 */
#ifndef SRC_TOOLS_KEEP_BROOM_H
#define SRC_TOOLS_KEEP_BROOM_H

#include <sys/types.h>

/* Begins to wait.  Of no importance to the job, so a failure is not told. */
void ocr_keep_broom(pid_t launcher);

/* The launcher has ended, and this process goes on: it was not killed with it,
 * and waits for the broom's end as for that of any child. */
void ocr_keep_broom_let(void);

#endif
