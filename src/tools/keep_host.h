/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_host.h - what ocrkeep is on the other hosts of a job.
 *
 *	ocrkeep --host SECONDS DAEMON [ARGUMENT...]
 *
 * mpirun starts a daemon on each; with orte_launch_agent that is asked of this
 * process, which starts the daemon and lives as long.
 * Threads: ocrkeep has one.
 */
#ifndef SRC_TOOLS_KEEP_HOST_H
#define SRC_TOOLS_KEEP_HOST_H

/* What follows --host; ends with a NULL.  Returns the exit status: of the
 * daemon, or of its begin, if it goes on in the background. */
int ocr_keep_host(char **argv);

#endif
