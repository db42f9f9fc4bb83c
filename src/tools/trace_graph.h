/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_graph.h - the tasks of a trace, when they did what, and what each of
 * them waited for last.
 *
 * Threads: none.
 */
#ifndef SRC_TOOLS_TRACE_GRAPH_H
#define SRC_TOOLS_TRACE_GRAPH_H

#include "include/ocr-types.h"
#include "src/tools/trace_read.h"

#define TRACE_NONE UINT32_MAX
/* Of a time: it has not come. */
#define TRACE_NEVER (-1)

struct trace_task {
	ocrGuid_t guid;
	uint32_t func;	  /* number of a function, or TRACE_NONE */
	uint32_t creator; /* task, or TRACE_NONE */
	uint32_t node, lane;
	int64_t created_ns, fed_ns, had_ns, run_ns, returned_ns;
	int64_t park_ns;   /* its body has first waited, or TRACE_NEVER */
	int64_t parked_ns; /* of the time since run_ns its body waited so long */
	int64_t waited_ns; /* its ops, for confirmations */
	uint64_t bytes;	   /* of its blocks */
	uint64_t moved_bytes; /* of these, that came from other nodes for it */
	uint32_t fed_slot;
	uint32_t depc;
	uint8_t ways; /* how they came: bits, by enum ocr_trace_way */
	bool is_finish;
};

/* Of a thread. */
struct trace_lane {
	uint32_t node, lane;
	bool is_worker;
	int64_t first_ns, last_ns, busy_ns, rest_ns;
	int64_t sleep_ns; /* of rest_ns */
	uint64_t tasks, steals;
};

/* So many, of so many bytes. */
struct trace_sum {
	uint64_t n, bytes;
};

/* What tasks have acquired. */
struct trace_blocks {
	struct trace_sum all;
	struct trace_sum by_way[OCR_TRACE_WAYS]; /* that were granted from
						  * elsewhere */
};

/* From one node to another. */
struct trace_pair {
	struct trace_sum ops;
	struct trace_sum reads; /* by the second, out of the first's memory */
};

/* What task x waited for last: task `by` at `when_ns` (TRACE_NONE: nobody is
 * known). */
struct trace_cause {
	uint32_t by;
	int64_t when_ns;
};

struct trace_graph;

/* NULL: there is no memory. */
struct trace_graph *ocr_trace_graph_open(const struct trace_files *f);
void ocr_trace_graph_close(struct trace_graph *g);

uint32_t ocr_trace_n_tasks(const struct trace_graph *g);
const struct trace_task *ocr_trace_task(const struct trace_graph *g,
					uint32_t i);
/* When all that it needs was here; TRACE_NEVER: it was not. */
int64_t ocr_trace_ready_ns(const struct trace_task *t);

/* What a task has waited for, one after the other, and how long it ran. */
struct trace_spans {
	int64_t inputs_ns, blocks_ns, worker_ns, runs_ns;
};

/* False: it has not run and returned. */
bool ocr_trace_spans(const struct trace_task *t, struct trace_spans *s);

uint32_t ocr_trace_n_funcs(const struct trace_graph *g);
const char *ocr_trace_func(const struct trace_graph *g, uint32_t func);

unsigned ocr_trace_n_lanes(const struct trace_graph *g);
const struct trace_lane *ocr_trace_lane(const struct trace_graph *g,
					unsigned i);
unsigned ocr_trace_n_nodes(const struct trace_graph *g);
struct trace_pair ocr_trace_pair(const struct trace_graph *g, unsigned from,
				 unsigned to);
const struct trace_blocks *ocr_trace_blocks(const struct trace_graph *g);
/* In words, of enum ocr_trace_way. */
const char *ocr_trace_way_text(unsigned way);
/* Ops that had to wait until another node had confirmed those before. */
uint64_t ocr_trace_waits(const struct trace_graph *g);
/* The last moment of all. */
int64_t ocr_trace_end_ns(const struct trace_graph *g);
/* Who has asked for the end of the job, first. */
struct trace_cause ocr_trace_stop(const struct trace_graph *g);

struct trace_cause ocr_trace_cause(const struct trace_graph *g, uint32_t task);

/* Of each slot that was satisfied: what came last there. */
void ocr_trace_each_input(const struct trace_graph *g, uint32_t task,
			  void (*fn)(void *arg, uint32_t slot,
				     struct trace_cause c),
			  void *arg);

/* Of those that the task has created, and these, and so on: the one that
 * returned last, up to then; or TRACE_NONE. */
uint32_t ocr_trace_last_inside(const struct trace_graph *g, uint32_t task,
			       int64_t until_ns);

#endif
