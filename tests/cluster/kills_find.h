/* SPDX-License-Identifier: BSD-3-Clause */
/* kills_find.h - processes of a job, by whose children they are.
 *
 * Knows /proc, the hosts of hosts.sh, and what launchers are called; does not
 * know whom to kill.  What it looks for may be there only at the next look.
 * Threads: one.
 */
#ifndef TESTS_CLUSTER_KILLS_FIND_H
#define TESTS_CLUSTER_KILLS_FIND_H

#include <stdbool.h>
#include <stddef.h>
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

/* The one that ocrrun has started. */
bool kills_launcher(pid_t ocrrun, struct process *p, const char *hosts);

/* It has children that are no nodes: what starts its daemons on other hosts,
 * and stays for seconds. */
bool kills_starts(pid_t launcher);

/* Those of the launcher on other hosts, as many at most.  Between ocrrun and a
 * daemon there may be a shell, the front of ocrkeep and the ocrkeep of its
 * host, and which of them are still there is nobody's business:
 * src/tools/keep_host.c
 */
unsigned kills_daemons(pid_t ocrrun, struct process *p, const char *hosts);

/* Of all hosts, two here: twice as many at most.  With hosts they count once
 * they have become nodes: before, a shell is among the launcher's children. */
unsigned kills_nodes(pid_t ocrrun, pid_t launcher, struct process *p,
		     const char *hosts);

/* Writes down who comes from that process, itself included. */
void kills_tell(pid_t ancestor, char *text, size_t room);

/* The number is in the name, and is not a part of a longer one: other tests
 * have files there as well. */
bool kills_has_number(const char *name, const char *number);

#endif
