/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_tell.h - what a trace says, for people and for viewers.
 *
 * Threads: none.
 */
#ifndef SRC_TOOLS_TRACE_TELL_H
#define SRC_TOOLS_TRACE_TELL_H

#include "src/tools/trace_fold.h"
#include "src/tools/trace_graph.h"

#include <stdio.h>

/* What a reader has to know of the hosts' clocks; nothing, if there is one. */
void ocr_trace_tell_clocks(const struct trace_clocks *c, FILE *out);
/* Times of tasks by function, threads, what travelled. */
int ocr_trace_tell_summary(const struct trace_graph *g, FILE *out);
/* What the end of the run waited for, back to its begin. */
int ocr_trace_tell_path(const struct trace_graph *g, FILE *out);
/* JSON as the viewers of Perfetto and Chrome read it, of the tasks that ran at
 * some time between from_ns and to_ns. */
int ocr_trace_tell_perfetto(const struct trace_graph *g, int64_t from_ns,
			    int64_t to_ns, FILE *out);

/* One page that needs nothing else, for a browser. */
int ocr_trace_tell_html(const struct trace_graph *g, const char *program,
			FILE *out);

/* The tasks and what they wait for, in the language of Graphviz. */
int ocr_trace_tell_dot(const struct trace_graph *g, const char *program,
		       enum trace_folding folding, FILE *out);

/* trace_page.html. */
extern const char ocr_trace_page[];

/* The tasks of the critical path, from its end on; of malloc(), or NULL. */
uint32_t *ocr_trace_path(const struct trace_graph *g, uint32_t *n);

/* "1.234 ms": of at least TRACE_TIME_TEXT bytes; returns buf. */
#define TRACE_TIME_TEXT 24
char *ocr_trace_time_text(double ns, char *buf);

#endif
