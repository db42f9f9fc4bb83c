/* SPDX-License-Identifier: BSD-3-Clause */
/* proc_stat.h - what /proc/PID/stat says of a process.
 *
 * Knows the file's fields; what they mean for a job, others know.
 * Promise: a process's name, which may be anything, is not taken for a field.
 * Threads: any.
 */
#ifndef FABRIC_PROC_STAT_H
#define FABRIC_PROC_STAT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct ocr_proc_stat {
	char state;	/* as ps prints it */
	uint64_t ticks; /* it has run for, user and kernel */
	uint64_t born;	/* ticks after the system's start; tells it from others
			 * that have had its number */
	int how;	/* of one that has ended: its status as of waitpid(); 0
			 * also if this process may not know */
};

/* 0; -ESRCH: there is no such process; other -errno: that is not known. */
int ocr_proc_stat_read(pid_t pid, struct ocr_proc_stat *s);

/* It has ended, and its parent has not asked yet. */
bool ocr_proc_stat_has_ended(const struct ocr_proc_stat *s);

#endif
