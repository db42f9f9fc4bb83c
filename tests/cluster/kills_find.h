/* SPDX-License-Identifier: BSD-3-Clause */
/* kills_find.h - processes of a job, by whose children they are.
 *
 * Knows /proc, and the hosts of hosts.sh; does not know what a job is.
 * Threads: one.
 */
#ifndef TESTS_CLUSTER_KILLS_FIND_H
#define TESTS_CLUSTER_KILLS_FIND_H

#include <stdbool.h>
#include <sys/types.h>

#define MAX_PROCESSES 64

struct process {
	pid_t pid;
	int rank; /* as a node; -1: not known yet */
	char host[65];
};

/* Does the process's name begin so? */
bool kills_is_called(pid_t pid, const char *name);

/* Fills p with the children whose name begins so, MAX_PROCESSES at most, and
 * returns how many.  `hosts` is the folder of hosts.sh, or NULL: one host. */
unsigned kills_children(pid_t parent, const char *name, struct process *p,
			const char *hosts);

/* The number is in the name, and is not a part of a longer one: other tests
 * have files there as well. */
bool kills_has_number(const char *name, const char *number);

#endif
