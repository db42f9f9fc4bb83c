/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_edges.h - the inside of a graph, for those who build it and ask it.
 *
 * Tasks and events have numbers; a task's place in `tasks` is given by its
 * seat.  Edges lead from what satisfies to what is satisfied, sorted by that,
 * so the way back from a task to what it waited for is a search.
 */
#ifndef SRC_TOOLS_TRACE_EDGES_H
#define SRC_TOOLS_TRACE_EDGES_H

#include "src/tools/trace_graph.h"
#include "src/tools/trace_things.h"

enum trace_edge_kind { TRACE_BY_TASK, TRACE_BY_EVENT };

struct trace_edge {
	uint32_t to, slot; /* a thing; slot of a task, of an event 0 */
	uint32_t from;	   /* TRACE_BY_TASK: task; TRACE_BY_EVENT: thing */
	uint32_t by;	   /* task that asked for it */
	int64_t when_ns;
	enum trace_edge_kind kind;
};

struct trace_graph {
	struct trace_things things, funcs;
	char **names; /* of functions, by number in funcs */
	uint32_t n_names;
	uint32_t *seats; /* of things: place in tasks, or TRACE_NONE */
	uint32_t n_seats;
	struct trace_task *tasks;
	uint32_t n_tasks, cap_tasks;
	/* Of each task: the first one that it has created, and the next one
	 * that its creator has; or TRACE_NONE. */
	uint32_t *first_child, *next_child;
	struct trace_edge *edges;
	size_t n_edges, cap_edges;
	struct trace_lane *lanes;
	unsigned n_lanes;
	unsigned n_nodes;
	struct trace_pair *pairs;
	struct trace_blocks blocks;
	uint64_t waits;
	int64_t end_ns;
	struct trace_cause stop;
	bool failed; /* there was no memory */
};

/* One more, after those that are there; NULL: there was no memory. */
struct trace_lane *ocr_trace_lane_add(struct trace_graph *g,
				      const struct trace_file *file,
				      unsigned lane);

/* Once all records are read: a worker that had nothing to do before a short job
 * was over has written nothing, and is what one looks for in a table of who did
 * how much. */
void ocr_trace_lanes_add_silent(struct trace_graph *g,
				const struct trace_files *f);

/* Each record into an empty graph, which has its pairs. */
void ocr_trace_graph_read(struct trace_graph *g, const struct trace_files *f);

#endif
