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

#include <signal.h>
#include <sys/types.h>

#define KEEP_STEP_TEXT 64

/* An srun, as Slurm knows it. */
struct keep_srun {
	const char *host;
	pid_t pid;
	uid_t user;
	const char *job; /* that it was started in; NULL: it has made one */
};

/* How many of the steps in text, as `scontrol -o show step` prints them, that
 * srun has started; `step` is one of them. */
unsigned ocr_keep_slurm_find(const char *text, const struct keep_srun *srun,
			     char step[KEEP_STEP_TEXT]);

/* Cancels the step of that srun of this host, and the job that srun has made
 * for it.  Commands start with the signals `mask`.  Returns why its nodes may
 * go on; NULL: they end, or have ended. */
const char *ocr_keep_slurm_cancel(pid_t srun, const sigset_t *mask);

#endif
