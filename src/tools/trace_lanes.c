/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_lanes.c - what is said of each thread; see trace_edges.h. */
#include "src/tools/trace_edges.h"
#include "src/tools/trace_read.h"

#include <stdlib.h>

struct trace_lane *
ocr_trace_lane_add(struct trace_graph *g, const struct trace_file *file,
		   unsigned lane)
{
	struct trace_lane *more =
		realloc(g->lanes, (g->n_lanes + 1) * sizeof(*more));

	if (!more) {
		g->failed = true;
		return NULL;
	}
	g->lanes = more;
	more[g->n_lanes] = (struct trace_lane){
		.node = file->head->node,
		.lane = lane,
		.is_worker = lane < file->head->workers,
	};
	return &more[g->n_lanes++];
}

static int
by_place(const void *a, const void *b)
{
	const struct trace_lane *x = a, *y = b;

	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	return (x->lane > y->lane) - (x->lane < y->lane);
}

void
ocr_trace_lanes_add_silent(struct trace_graph *g, const struct trace_files *f)
{
	unsigned n = g->n_lanes, at = 0;

	for (unsigned i = 0; i < f->n; i++)
		for (unsigned k = 0; k < f->file[i].head->lanes; k++)
			if (at < n && g->lanes[at].lane == k &&
			    g->lanes[at].node == f->file[i].head->node)
				at++;
			else if (k < f->file[i].head->workers)
				ocr_trace_lane_add(g, &f->file[i], k);
	if (g->n_lanes > n)
		qsort(g->lanes, g->n_lanes, sizeof(*g->lanes), by_place);
}
