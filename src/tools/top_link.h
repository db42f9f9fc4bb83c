/* SPDX-License-Identifier: BSD-3-Clause */
/* top_link.h - finds nodes of this user on this host, and asks them.
 *
 * Knows sockets (src/observe/door.h) and processes; does not know what the
 * numbers mean.
 */
#ifndef SRC_TOOLS_TOP_LINK_H
#define SRC_TOOLS_TOP_LINK_H

#include "src/tools/top_node.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* A node that can be asked. */
struct top_link {
	int fd;
	struct top_node who; /* its first line alone */
};

struct top_links {
	struct top_link *at; /* by job, then by node */
	unsigned n;
	/* A process with a node that is another user's, or 0. */
	pid_t foreign;
};

/* All of this user's; those of other users are not asked.  `wanted`: a process
 * that is looked for, or 0. */
void top_links_find(struct top_links *l, pid_t wanted);
void top_links_close(struct top_links *l);

/* Is `pid` that process, or one that it has started? */
bool top_link_is_below(pid_t pid, pid_t ancestor);

/* Asks for `what` (door.h), and calls fn with each node's text.  False: the
 * node is gone, or does not answer. */
bool top_link_ask(const struct top_link *l, char what,
		  void (*fn)(void *ctx, char *text), void *ctx);

#endif
