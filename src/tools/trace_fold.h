/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_fold.h - the graph of a trace, with tasks that belong together in one
 * box.
 *
 * Promise: each task is in one box, and each arrow between two tasks counts in
 * one arrow between boxes.
 * Threads: none.
 */
#ifndef SRC_TOOLS_TRACE_FOLD_H
#define SRC_TOOLS_TRACE_FOLD_H

#include "src/tools/trace_things.h"

#include <stdbool.h>

struct trace_graph;

/* What is one box. */
enum trace_folding {
	TRACE_FOLD_FITTING, /* tasks, nodes or functions: what can be seen */
	TRACE_FOLD_TASKS,   /* a task */
	TRACE_FOLD_LABELS,  /* a task with a label; of others as nodes */
	TRACE_FOLD_NODES,   /* the tasks of a function on a node */
	TRACE_FOLD_FUNCTIONS,
	TRACE_FOLDINGS
};

struct trace_box {
	uint32_t node, func; /* of all its tasks; node TRACE_NONE: of several */
	uint32_t task;	     /* the first one */
	uint64_t n, n_ran, n_path; /* tasks, that ran, of the critical path */
	int64_t ran_ns;		   /* sums of those that ran and returned */
	int64_t inputs_ns, blocks_ns, worker_ns; /* they waited for */
};

enum trace_arrow_kind {
	TRACE_ARROW_INPUT,  /* what the first did satisfies a slot */
	TRACE_ARROW_CREATE, /* the first has created it */
	TRACE_ARROW_FINISH, /* the first was the last one inside of a finish
			     * task, for which it waited */
	TRACE_ARROW_KINDS
};

struct trace_arrow {
	uint32_t from, to; /* boxes */
	enum trace_arrow_kind kind;
	uint64_t n;
	uint64_t n_last; /* were what the second waited for last */
	int64_t last_ns; /* sum over these: from there until it began */
	uint64_t n_path;
};

struct trace_fold {
	enum trace_folding folding; /* never FITTING */
	struct trace_box *boxes;
	struct trace_arrow *arrows;
	struct trace_things box_keys, arrow_keys; /* n of each is in them */
	uint64_t n_path; /* tasks of the critical path */
};

/* 0 or -1: there is no memory.  In both cases to be closed. */
int ocr_trace_fold_open(struct trace_fold *f, const struct trace_graph *g,
			enum trace_folding folding);
void ocr_trace_fold_close(struct trace_fold *f);

#endif
