/* SPDX-License-Identifier: BSD-3-Clause */
/* top_node.h - a node's numbers, as it told them (src/observe/gauge.h).
 */
#ifndef SRC_TOOLS_TOP_NODE_H
#define SRC_TOOLS_TOP_NODE_H

#include <stdbool.h>
#include <stdint.h>

struct top_function {
	char name[128];
	uint64_t tasks; /* since the node began to count */
	uint64_t looks; /* at workers that ran it */
};

struct top_node {
	bool there;
	unsigned self, of;
	long pid;
	uint64_t job;
	char host[65], program[64];

	bool has_numbers;
	uint64_t workers, busy; /* now */
	uint64_t looks, busy_looks;
	uint64_t ready, waiting;
	uint64_t used_bytes, limit_bytes, peak_bytes;
	uint64_t sent_bytes, received_bytes, fetched_bytes;
	uint64_t ops_sent, ops_handled;
	uint64_t time_ns;
	uint64_t oldest_ms;
	char oldest[512]; /* "": no task waits */
	struct top_function *functions;
	unsigned n_functions;
};

/* Fills *n, which is empty, with what is known of the lines; others are left
 * out.  `text` is changed. */
void top_node_read(struct top_node *n, char *text);
void top_node_free(struct top_node *n);

/* Of a function by that name, or NULL. */
const struct top_function *top_node_function(const struct top_node *n,
					     const char *name);

#endif
