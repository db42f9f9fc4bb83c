/* SPDX-License-Identifier: BSD-3-Clause */
/* top_node.c - see top_node.h. */
#include "src/tools/top_node.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a text from another process no byte may reach a terminal that is none of
 * a text. */
static void
clean(char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			*s = '?';
}

static void
add_function(struct top_node *n, const struct top_function *f)
{
	struct top_function *more =
		realloc(n->functions, (n->n_functions + 1) * sizeof(*more));

	if (!more)
		return;
	n->functions = more;
	n->functions[n->n_functions++] = *f;
}

static bool
read_who(struct top_node *n, const char *line)
{
	return sscanf(line, "node %u %u %ld %" SCNx64 " %64s %63[^\n]",
		      &n->self, &n->of, &n->pid, &n->job, n->host,
		      n->program) == 6 &&
	       n->self < n->of;
}

static void
read_line(struct top_node *n, const char *line)
{
	struct top_function f = {.tasks = 0};
	int at = 0;

	if (!strncmp(line, "node ", 5)) {
		n->there = read_who(n, line);
		return;
	}
	sscanf(line, "workers %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64,
	       &n->workers, &n->busy, &n->looks, &n->busy_looks);
	sscanf(line, "tasks %" SCNu64 " %" SCNu64, &n->ready, &n->waiting);
	sscanf(line, "memory %" SCNu64 " %" SCNu64 " %" SCNu64, &n->used_bytes,
	       &n->limit_bytes, &n->peak_bytes);
	sscanf(line, "traffic %" SCNu64 " %" SCNu64 " %" SCNu64, &n->sent_bytes,
	       &n->received_bytes, &n->fetched_bytes);
	sscanf(line, "ops %" SCNu64 " %" SCNu64, &n->ops_sent, &n->ops_handled);
	if (sscanf(line, "time %" SCNu64, &n->time_ns) == 1)
		n->has_numbers = true;
	if (sscanf(line, "oldest %" SCNu64 " %n", &n->oldest_ms, &at) == 1 &&
	    at)
		snprintf(n->oldest, sizeof(n->oldest), "%s", line + at);
	if (sscanf(line, "count %" SCNu64 " %" SCNu64 " %127[^\n]", &f.tasks,
		   &f.looks, f.name) == 3)
		add_function(n, &f);
}

void
top_node_read(struct top_node *n, char *text)
{
	char *rest = text, *line;

	while ((line = strsep(&rest, "\n"))) {
		clean(line);
		read_line(n, line);
	}
}

void
top_node_free(struct top_node *n)
{
	free(n->functions);
	*n = (struct top_node){.there = false};
}

const struct top_function *
top_node_function(const struct top_node *n, const char *name)
{
	for (unsigned i = 0; i < n->n_functions; i++)
		if (!strcmp(n->functions[i].name, name))
			return &n->functions[i];
	return NULL;
}
