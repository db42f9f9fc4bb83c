/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_slurm.h - ends the nodes of an srun that was killed.
 *
 * They are children of Slurm's daemons, which wait for what srun says; if its
 * helper was killed with it, nobody says anything, and they go on until the
 * allocation ends.
 * Knows Slurm's commands; does not know nodes.
 * Threads: ocrkeep has one.
 */
#ifndef SRC_TOOLS_KEEP_SLURM_H
#define SRC_TOOLS_KEEP_SLURM_H

#include <stdbool.h>
#include <sys/types.h>

/* Cancels the step of that srun of this host, and the job that it was all of.
 * False: Slurm names none, or does not answer. */
bool ocr_keep_slurm_cancel(pid_t srun);

#endif
