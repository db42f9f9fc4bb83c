/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_graph.c - see trace_graph.h. */
#include "src/tools/trace_graph.h"

#include "src/tools/trace_edges.h"

#include <stdlib.h>
#include <string.h>

/* -- Causes --------------------------------------------------------------- */

static int
by_destination(const void *a, const void *b)
{
	const struct trace_edge *e = a, *f = b;

	if (e->to != f->to)
		return e->to < f->to ? -1 : 1;
	if (e->slot != f->slot)
		return e->slot < f->slot ? -1 : 1;
	if (e->kind != f->kind)
		return e->kind < f->kind ? -1 : 1;
	return (e->when_ns > f->when_ns) - (e->when_ns < f->when_ns);
}

/* The first edge behind that one. */
static size_t
behind(const struct trace_graph *g, const struct trace_edge *what)
{
	size_t low = 0, high = g->n_edges;

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (by_destination(&g->edges[mid], what) <= 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool
is_same_slot(const struct trace_edge *e, const struct trace_edge *f)
{
	return e->to == f->to && e->slot == f->slot && e->kind == f->kind;
}

/* An event follows events that follow events ...: so many edges are looked at
 * for one task, and no more. */
#define MAX_LOOKS 256

/* The last that was asked for so that the slot could be satisfied, up to
 * what->when_ns. */
static struct trace_cause
last_of(const struct trace_graph *g, const struct trace_edge *what,
	unsigned *looks)
{
	struct trace_cause last = {TRACE_NONE, TRACE_NEVER};
	struct trace_edge e = *what;
	size_t i;

	e.kind = TRACE_BY_TASK;
	i = behind(g, &e);
	if (i > 0 && is_same_slot(&g->edges[i - 1], &e))
		last = (struct trace_cause){g->edges[i - 1].by,
					    g->edges[i - 1].when_ns};
	e.kind = TRACE_BY_EVENT;
	for (i = behind(g, &e);
	     i > 0 && is_same_slot(&g->edges[i - 1], &e) && *looks < MAX_LOOKS;
	     i--) {
		struct trace_cause c = {g->edges[i - 1].by,
					g->edges[i - 1].when_ns};
		struct trace_cause before;

		e.to = g->edges[i - 1].from;
		e.slot = 0;
		++*looks;
		before = last_of(g, &e, looks);
		e.to = what->to;
		e.slot = what->slot;
		if (before.when_ns > c.when_ns)
			c = before;
		if (c.when_ns >= last.when_ns)
			last = c;
	}
	return last;
}

struct trace_cause
ocr_trace_cause(const struct trace_graph *g, uint32_t task)
{
	const struct trace_task *t = &g->tasks[task];
	struct trace_cause c = {t->creator, t->created_ns}, fed;
	uint32_t thing = ocr_trace_things_find(&g->things, t->guid);
	unsigned looks = 0;

	if (t->fed_ns == TRACE_NEVER || thing == UINT32_MAX)
		return c;
	fed = last_of(g,
		      &(struct trace_edge){.to = thing,
					   .slot = t->fed_slot,
					   .when_ns = t->fed_ns},
		      &looks);
	return fed.by != TRACE_NONE && fed.when_ns > c.when_ns ? fed : c;
}

void
ocr_trace_each_input(const struct trace_graph *g, uint32_t task,
		     void (*fn)(void *arg, uint32_t slot, struct trace_cause c),
		     void *arg)
{
	const struct trace_task *t = &g->tasks[task];
	uint32_t thing = ocr_trace_things_find(&g->things, t->guid);
	struct trace_edge e = {.to = thing, .when_ns = INT64_MIN};
	/* What a channel gets later is another task's. */
	int64_t until = t->fed_ns == TRACE_NEVER ? INT64_MAX : t->fed_ns;
	size_t i = thing == UINT32_MAX ? g->n_edges : behind(g, &e);

	while (i < g->n_edges && g->edges[i].to == thing) {
		unsigned looks = 0;

		e.slot = g->edges[i].slot;
		e.when_ns = until;
		fn(arg, e.slot, last_of(g, &e, &looks));
		e.kind = TRACE_BY_EVENT;
		e.when_ns = INT64_MAX;
		i = behind(g, &e);
		e.kind = TRACE_BY_TASK;
	}
}

/* -- What is inside ------------------------------------------------------- */

/* A task begins, then creates another, which begins then: so nobody is inside
 * of himself, whatever a file says. */
static bool
is_before(const struct trace_task *by, const struct trace_task *t)
{
	return by->run_ns != TRACE_NEVER && by->run_ns < t->created_ns &&
	       (t->run_ns == TRACE_NEVER || t->created_ns <= t->run_ns);
}

static void
link_children(struct trace_graph *g)
{
	size_t bytes = (g->n_tasks + 1) * sizeof(uint32_t);

	g->first_child = malloc(bytes);
	g->next_child = malloc(bytes);
	if (!g->first_child || !g->next_child) {
		g->failed = true;
		return;
	}
	memset(g->first_child, 0xff, bytes);
	memset(g->next_child, 0xff, bytes);
	for (uint32_t i = 0; i < g->n_tasks; i++) {
		const struct trace_task *t = &g->tasks[i];
		uint32_t by = t->creator;

		if (by == TRACE_NONE || !is_before(&g->tasks[by], t)) {
			g->tasks[i].creator = TRACE_NONE;
			continue;
		}
		g->next_child[i] = g->first_child[by];
		g->first_child[by] = i;
	}
}

/* The next one below `root`, behind i and all that is below that. */
static uint32_t
next_below(const struct trace_graph *g, uint32_t root, uint32_t i)
{
	while (i != root && g->next_child[i] == TRACE_NONE)
		i = g->tasks[i].creator;
	return i == root ? TRACE_NONE : g->next_child[i];
}

uint32_t
ocr_trace_last_inside(const struct trace_graph *g, uint32_t task,
		      int64_t until_ns)
{
	uint32_t last = TRACE_NONE, i = g->first_child[task];

	while (i != TRACE_NONE) {
		const struct trace_task *t = &g->tasks[i];

		if (t->returned_ns != TRACE_NEVER &&
		    t->returned_ns <= until_ns &&
		    (last == TRACE_NONE ||
		     t->returned_ns > g->tasks[last].returned_ns))
			last = i;
		i = g->first_child[i] != TRACE_NONE ? g->first_child[i]
						    : next_below(g, task, i);
	}
	return last;
}

/* -- All of it ------------------------------------------------------------ */

static unsigned
nodes_of(const struct trace_files *f)
{
	return f->file[0].head->nodes < 4096 ? f->file[0].head->nodes : 4096;
}

struct trace_graph *
ocr_trace_graph_open(const struct trace_files *f)
{
	struct trace_graph *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->n_nodes = nodes_of(f);
	g->stop = (struct trace_cause){TRACE_NONE, TRACE_NEVER};
	g->pairs = calloc((size_t)g->n_nodes * g->n_nodes, sizeof(*g->pairs));
	g->failed = !g->pairs;
	if (!g->failed)
		ocr_trace_graph_read(g, f);
	if (!g->failed)
		link_children(g);
	if (g->failed) {
		ocr_trace_graph_close(g);
		return NULL;
	}
	if (g->n_edges)
		qsort(g->edges, g->n_edges, sizeof(*g->edges), by_destination);
	return g;
}

void
ocr_trace_graph_close(struct trace_graph *g)
{
	if (!g)
		return;
	for (uint32_t i = 0; i < g->n_names; i++)
		free(g->names[i]);
	free(g->names);
	free(g->seats);
	free(g->tasks);
	free(g->first_child);
	free(g->next_child);
	free(g->edges);
	free(g->lanes);
	free(g->pairs);
	ocr_trace_things_fini(&g->things);
	ocr_trace_things_fini(&g->funcs);
	free(g);
}

uint32_t
ocr_trace_n_tasks(const struct trace_graph *g)
{
	return g->n_tasks;
}

const struct trace_task *
ocr_trace_task(const struct trace_graph *g, uint32_t i)
{
	return &g->tasks[i];
}

int64_t
ocr_trace_ready_ns(const struct trace_task *t)
{
	int64_t ready = t->created_ns;

	if (t->run_ns == TRACE_NEVER)
		return TRACE_NEVER;
	ready = t->fed_ns > ready ? t->fed_ns : ready;
	ready = t->had_ns > ready ? t->had_ns : ready;
	return ready == TRACE_NEVER || ready > t->run_ns ? t->run_ns : ready;
}

bool
ocr_trace_spans(const struct trace_task *t, struct trace_spans *s)
{
	int64_t begin =
		t->created_ns == TRACE_NEVER ? t->run_ns : t->created_ns;
	int64_t fed = t->fed_ns > begin ? t->fed_ns : begin;
	int64_t ready = ocr_trace_ready_ns(t);

	if (t->run_ns == TRACE_NEVER || t->returned_ns == TRACE_NEVER)
		return false;
	s->inputs_ns = fed < t->run_ns ? fed - begin : 0;
	s->blocks_ns = ready > fed ? ready - fed : 0;
	s->worker_ns = t->run_ns - ready;
	s->runs_ns = t->returned_ns - t->run_ns - t->parked_ns;
	return true;
}

uint32_t
ocr_trace_n_funcs(const struct trace_graph *g)
{
	return g->n_names;
}

const char *
ocr_trace_func(const struct trace_graph *g, uint32_t func)
{
	return func < g->n_names && g->names[func] ? g->names[func] : "?";
}

unsigned
ocr_trace_n_lanes(const struct trace_graph *g)
{
	return g->n_lanes;
}

const struct trace_lane *
ocr_trace_lane(const struct trace_graph *g, unsigned i)
{
	return &g->lanes[i];
}

unsigned
ocr_trace_n_nodes(const struct trace_graph *g)
{
	return g->n_nodes;
}

struct trace_pair
ocr_trace_pair(const struct trace_graph *g, unsigned from, unsigned to)
{
	return g->pairs[(size_t)from * g->n_nodes + to];
}

const struct trace_blocks *
ocr_trace_blocks(const struct trace_graph *g)
{
	return &g->blocks;
}

const char *
ocr_trace_way_text(unsigned way)
{
	static const char *const texts[OCR_TRACE_WAYS] = {
		[OCR_TRACE_CACHE] = "in the cache",
		[OCR_TRACE_FRESH] = "not written yet",
		[OCR_TRACE_INLINE] = "with the grant",
		[OCR_TRACE_FETCH] = "fetched",
		[OCR_TRACE_WINDOW] = "in a neighbour's window",
	};

	return texts[way];
}

uint64_t
ocr_trace_waits(const struct trace_graph *g)
{
	return g->waits;
}

int64_t
ocr_trace_end_ns(const struct trace_graph *g)
{
	return g->end_ns;
}

struct trace_cause
ocr_trace_stop(const struct trace_graph *g)
{
	return g->stop;
}
