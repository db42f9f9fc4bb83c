/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_build.c - from records to tasks and edges. */
#include "src/tools/trace_edges.h"

#include "guidmap/guid.h"

#include <stdlib.h>
#include <string.h>

/* While records are read, lane by lane. */
struct trace_reading {
	struct trace_graph *g;
	const struct trace_file *file;
	unsigned lane;
	uint32_t running; /* task whose body runs, or TRACE_NONE */
	uint32_t doing;	  /* task whose ops these are */
	uint32_t once;	  /* task whose op the next one is, if is_once */
	bool is_once;
	bool rests, sleeps;
	int64_t since_ns; /* it runs, or the lane rests */
	int64_t sleeps_ns;
};

/* -- Room ------------------------------------------------------------------ */

static ocrGuid_t
guid_at(const uint64_t *w)
{
	return (ocrGuid_t){.upper = w[0], .lower = w[1]};
}

static uint32_t
thing_of(struct trace_graph *g, ocrGuid_t guid)
{
	uint32_t n = ocr_trace_things_number(&g->things, guid);
	uint32_t *seats;

	if (n == UINT32_MAX) {
		g->failed = true;
		return TRACE_NONE;
	}
	if (n < g->n_seats)
		return n;
	seats = realloc(g->seats, g->things.cap * sizeof(*seats));
	if (!seats) {
		g->failed = true;
		return TRACE_NONE;
	}
	memset(seats + g->n_seats, 0xff,
	       (g->things.cap - g->n_seats) * sizeof(*seats));
	g->seats = seats;
	g->n_seats = g->things.cap;
	return n;
}

/* TRACE_NONE: no memory, or it is no task. */
static uint32_t
task_of(struct trace_graph *g, ocrGuid_t guid)
{
	uint32_t thing =
		ocr_guid_is_null(guid) ? TRACE_NONE : thing_of(g, guid);

	if (thing == TRACE_NONE || g->seats[thing] != TRACE_NONE)
		return thing == TRACE_NONE ? TRACE_NONE : g->seats[thing];
	if (g->n_tasks == g->cap_tasks) {
		uint32_t cap = g->cap_tasks ? 2 * g->cap_tasks : 1024;
		struct trace_task *more =
			realloc(g->tasks, cap * sizeof(*more));

		if (!more) {
			g->failed = true;
			return TRACE_NONE;
		}
		g->tasks = more;
		g->cap_tasks = cap;
	}
	g->tasks[g->n_tasks] = (struct trace_task){
		.guid = guid,
		.func = TRACE_NONE,
		.creator = TRACE_NONE,
		.created_ns = TRACE_NEVER,
		.fed_ns = TRACE_NEVER,
		.had_ns = TRACE_NEVER,
		.run_ns = TRACE_NEVER,
		.returned_ns = TRACE_NEVER,
		.park_ns = TRACE_NEVER,
	};
	g->seats[thing] = g->n_tasks;
	return g->n_tasks++;
}

static void
add_edge(struct trace_graph *g, const struct trace_edge *e)
{
	if (e->to == TRACE_NONE || e->from == TRACE_NONE)
		return;
	if (g->n_edges == g->cap_edges) {
		size_t cap = g->cap_edges ? 2 * g->cap_edges : 1024;
		struct trace_edge *more =
			realloc(g->edges, cap * sizeof(*more));

		if (!more) {
			g->failed = true;
			return;
		}
		g->edges = more;
		g->cap_edges = cap;
	}
	g->edges[g->n_edges++] = *e;
}

/* -- Functions ------------------------------------------------------------ */

/* Nodes have them at other places. */
static uint32_t
func_of(struct trace_graph *g, const struct trace_record *r, uint64_t address)
{
	uint32_t n = ocr_trace_things_number(
		&g->funcs,
		(ocrGuid_t){.upper = r->file->head->node, .lower = address});

	if (n == UINT32_MAX)
		g->failed = true;
	return n;
}

static void
on_name(struct trace_graph *g, const struct trace_record *r)
{
	uint32_t n = func_of(g, r, r->words[0]);
	size_t bytes = r->words[1] < 4096 ? r->words[1] : 4096;
	char **names;

	if (n == UINT32_MAX)
		return;
	if (n >= g->n_names) {
		names = realloc(g->names, g->funcs.cap * sizeof(*names));
		if (!names) {
			g->failed = true;
			return;
		}
		memset(names + g->n_names, 0,
		       (g->funcs.cap - g->n_names) * sizeof(*names));
		g->names = names;
		g->n_names = g->funcs.cap;
	}
	if (!g->names[n])
		g->names[n] = strndup((const char *)&r->words[2], bytes);
}

struct name {
	const char *text; /* NULL: it has none, and comes last */
	uint32_t func;
};

static int
by_text(const void *a, const void *b)
{
	const struct name *n = a, *m = b;

	if (!n->text || !m->text)
		return !n->text - !m->text;
	return strcmp(n->text, m->text);
}

/* Gives each name a number: of func `i` it is number[i]. */
static void
number_names(struct trace_graph *g, const struct name *sorted, uint32_t n_funcs,
	     uint32_t *number, char **names)
{
	for (uint32_t i = 0; i < n_funcs; i++) {
		uint32_t before = i ? number[sorted[i - 1].func] : 0;

		number[sorted[i].func] =
			before +
			(i && by_text(&sorted[i], &sorted[i - 1]) != 0);
	}
	for (uint32_t i = 0; i < g->n_names && i < n_funcs; i++) {
		char **name = &names[number[i]];

		if (*name)
			free(g->names[i]);
		else
			*name = g->names[i];
	}
	free(g->names);
	g->names = names;
	g->n_names = n_funcs ? number[sorted[n_funcs - 1].func] + 1 : 0;
}

/* Functions of one name are one, whatever node they are of; in the order of
 * their names, so that they have the same numbers, and colours, in each run. */
static void
join_names(struct trace_graph *g)
{
	uint32_t n = g->funcs.n;
	struct name *sorted = calloc(n + 1, sizeof(*sorted));
	uint32_t *number = calloc(n + 1, sizeof(*number));
	char **names = calloc(n + 1, sizeof(*names));

	g->failed = !sorted || !number || !names;
	if (g->failed) {
		free(names);
	} else {
		for (uint32_t i = 0; i < n; i++)
			sorted[i] = (struct name){
				i < g->n_names ? g->names[i] : NULL, i};
		qsort(sorted, n, sizeof(*sorted), by_text);
		number_names(g, sorted, n, number, names);
		for (uint32_t i = 0; i < g->n_tasks; i++)
			if (g->tasks[i].func != TRACE_NONE)
				g->tasks[i].func = number[g->tasks[i].func];
	}
	free(sorted);
	free(number);
}

/* -- Records -------------------------------------------------------------- */

static struct trace_lane *
turn_to_lane(struct trace_reading *rd, const struct trace_record *r)
{
	struct trace_graph *g = rd->g;
	struct trace_lane *l;

	if (g->n_lanes && rd->file == r->file && rd->lane == r->lane)
		return &g->lanes[g->n_lanes - 1];
	l = ocr_trace_lane_add(g, r->file, r->lane);
	if (!l)
		return NULL;
	l->first_ns = r->when_ns;
	rd->file = r->file;
	rd->lane = r->lane;
	rd->running = rd->doing = TRACE_NONE;
	rd->is_once = rd->rests = rd->sleeps = false;
	return l;
}

/* Whose op this is. */
static uint32_t
who(struct trace_reading *rd)
{
	uint32_t by = rd->is_once ? rd->once : rd->doing;

	rd->is_once = false;
	return by;
}

static void
begin_to_run(struct trace_reading *rd, const struct trace_record *r,
	     uint32_t task)
{
	rd->running = rd->doing = task;
	rd->since_ns = r->when_ns;
}

static void
stop_running(struct trace_reading *rd, struct trace_lane *l,
	     const struct trace_record *r)
{
	if (rd->running == TRACE_NONE)
		return;
	l->busy_ns += r->when_ns - rd->since_ns;
	rd->running = TRACE_NONE;
}

static void
on_run(struct trace_reading *rd, struct trace_lane *l,
       const struct trace_record *r)
{
	struct trace_graph *g = rd->g;
	uint32_t task = task_of(g, guid_at(r->words));
	uint32_t func = func_of(g, r, r->words[2]);

	if (task == TRACE_NONE)
		return;
	g->tasks[task].func = func;
	g->tasks[task].node = l->node;
	g->tasks[task].lane = l->lane;
	g->tasks[task].run_ns = r->when_ns;
	l->tasks++;
	begin_to_run(rd, r, task);
}

static void
on_return(struct trace_reading *rd, struct trace_lane *l,
	  const struct trace_record *r)
{
	struct trace_graph *g = rd->g;

	if (rd->running != TRACE_NONE)
		g->tasks[rd->running].returned_ns = r->when_ns;
	stop_running(rd, l, r);
}

static void
on_park(struct trace_reading *rd, struct trace_lane *l,
	const struct trace_record *r)
{
	struct trace_graph *g = rd->g;
	struct trace_task *t =
		rd->running == TRACE_NONE ? NULL : &g->tasks[rd->running];

	if (t) {
		t->parked_ns -= r->when_ns;
		if (t->park_ns == TRACE_NEVER)
			t->park_ns = r->when_ns;
	}
	stop_running(rd, l, r);
}

static void
on_resume(struct trace_reading *rd, const struct trace_record *r)
{
	struct trace_graph *g = rd->g;
	uint32_t task = task_of(g, guid_at(r->words));

	if (task == TRACE_NONE)
		return;
	g->tasks[task].parked_ns += r->when_ns;
	begin_to_run(rd, r, task);
}

static void
on_create(struct trace_reading *rd, const struct trace_record *r)
{
	struct trace_graph *g = rd->g;
	uint32_t by = who(rd), task = task_of(g, guid_at(r->words));

	if (task == TRACE_NONE)
		return;
	g->tasks[task].creator = by;
	g->tasks[task].created_ns = r->when_ns;
	g->tasks[task].depc = (uint32_t)r->words[2];
	g->tasks[task].is_finish = r->words[2] & OCR_TRACE_FINISH;
}

/* Slots of events are one. */
static void
add(struct trace_reading *rd, const struct trace_record *r,
    enum trace_edge_kind kind, const uint64_t *to, uint64_t slot, uint32_t from)
{
	struct trace_graph *g = rd->g;
	ocrGuid_t dest = guid_at(to);

	add_edge(g, &(struct trace_edge){
			    .to = thing_of(g, dest),
			    .slot = ocr_guid_kind(dest) == OCR_GUID_EDT
					    ? (uint32_t)slot
					    : 0,
			    .from = from,
			    .by = who(rd),
			    .when_ns = r->when_ns,
			    .kind = kind,
		    });
}

static void
on_fed(struct trace_graph *g, const struct trace_record *r)
{
	uint32_t task = task_of(g, guid_at(r->words));

	if (task == TRACE_NONE || g->tasks[task].fed_ns > r->when_ns)
		return;
	g->tasks[task].fed_ns = r->when_ns;
	g->tasks[task].fed_slot = (uint32_t)r->words[2];
}

static void
count(struct trace_sum *s, uint64_t bytes)
{
	s->n++;
	s->bytes += bytes;
}

/* Not only tasks are granted blocks: parts of blocks are, too. */
static struct trace_task *
taker_of(struct trace_graph *g, const struct trace_record *r)
{
	ocrGuid_t guid = guid_at(r->words);
	uint32_t task = ocr_guid_kind(guid) == OCR_GUID_DB ? TRACE_NONE
							   : task_of(g, guid);

	return task == TRACE_NONE ? NULL : &g->tasks[task];
}

static void
on_have(struct trace_graph *g, const struct trace_record *r)
{
	struct trace_task *t = taker_of(g, r);

	if (!t)
		return;
	count(&g->blocks.all, r->words[4]);
	t->bytes += r->words[4];
	if (t->had_ns < r->when_ns)
		t->had_ns = r->when_ns;
}

static void
on_grant(struct trace_graph *g, const struct trace_record *r)
{
	struct trace_task *t = taker_of(g, r);
	uint32_t way = (uint32_t)r->words[4];
	uint64_t bytes = r->words[5];

	if (way >= OCR_TRACE_WAYS || !t)
		return;
	count(&g->blocks.by_way[way], bytes);
	t->ways |= (uint8_t)(1 << way);
	if (way == OCR_TRACE_INLINE || way == OCR_TRACE_FETCH)
		t->moved_bytes += bytes;
}

/* Lanes are read one after the other: who waits in one may go on in another. */
static void
on_wait(struct trace_graph *g, const struct trace_record *r, int sign)
{
	uint32_t task = task_of(g, guid_at(r->words));

	if (task != TRACE_NONE)
		g->tasks[task].waited_ns += sign * r->when_ns;
	g->waits += sign > 0 && r->words[2];
}

static struct trace_pair *
pair_of(struct trace_graph *g, uint64_t from, uint64_t to)
{
	return from < g->n_nodes && to < g->n_nodes
		       ? &g->pairs[from * g->n_nodes + to]
		       : NULL;
}

static void
on_send(struct trace_graph *g, const struct trace_record *r)
{
	struct trace_pair *p = pair_of(g, r->file->head->node, r->words[0]);

	if (p)
		count(&p->ops, (uint32_t)r->words[1]);
}

static void
on_read(struct trace_graph *g, const struct trace_record *r)
{
	struct trace_pair *p = pair_of(g, r->words[0], r->file->head->node);

	if (p)
		count(&p->reads, r->words[1]);
}

static void
on_stop(struct trace_reading *rd, const struct trace_record *r)
{
	struct trace_cause *stop = &rd->g->stop;
	uint32_t by = who(rd);

	if (by != TRACE_NONE &&
	    (stop->by == TRACE_NONE || r->when_ns < stop->when_ns))
		*stop = (struct trace_cause){by, r->when_ns};
}

static void
on_idle(struct trace_reading *rd, struct trace_lane *l,
	const struct trace_record *r)
{
	switch (r->type) {
	case OCR_TRACE_STEAL:
		l->steals++;
		break;
	case OCR_TRACE_REST:
		rd->since_ns = rd->sleeps_ns = r->when_ns;
		rd->rests = true;
		rd->sleeps = false;
		break;
	case OCR_TRACE_SLEEP:
		rd->sleeps_ns = r->when_ns;
		rd->sleeps = rd->rests;
		break;
	case OCR_TRACE_WAKE:
		l->rest_ns += rd->rests ? r->when_ns - rd->since_ns : 0;
		l->sleep_ns += rd->sleeps ? r->when_ns - rd->sleeps_ns : 0;
		rd->rests = rd->sleeps = false;
		break;
	default:
		break;
	}
}

static void
on_record(void *arg, const struct trace_record *r)
{
	struct trace_reading *rd = arg;
	struct trace_graph *g = rd->g;
	struct trace_lane *l = turn_to_lane(rd, r);

	if (!l)
		return;
	l->last_ns = r->when_ns;
	g->end_ns = r->when_ns > g->end_ns ? r->when_ns : g->end_ns;
	switch (r->type) {
	case OCR_TRACE_NAME:
		on_name(g, r);
		break;
	case OCR_TRACE_RUN:
		on_run(rd, l, r);
		break;
	case OCR_TRACE_RETURN:
		on_return(rd, l, r);
		break;
	case OCR_TRACE_PARK:
		on_park(rd, l, r);
		break;
	case OCR_TRACE_RESUME:
		on_resume(rd, r);
		break;
	case OCR_TRACE_FOR:
		rd->once = task_of(g, guid_at(r->words));
		rd->is_once = true;
		break;
	case OCR_TRACE_CREATE:
		on_create(rd, r);
		break;
	case OCR_TRACE_DEPEND:
		add(rd, r, TRACE_BY_EVENT, r->words + 2, r->words[4],
		    thing_of(g, guid_at(r->words)));
		break;
	case OCR_TRACE_SATISFY:
		add(rd, r, TRACE_BY_TASK, r->words, r->words[2],
		    rd->is_once ? rd->once : rd->doing);
		break;
	case OCR_TRACE_STOP:
		on_stop(rd, r);
		break;
	case OCR_TRACE_FED:
		on_fed(g, r);
		break;
	case OCR_TRACE_HAVE:
		on_have(g, r);
		break;
	case OCR_TRACE_GRANT:
		on_grant(g, r);
		break;
	case OCR_TRACE_WAIT:
		on_wait(g, r, -1);
		break;
	case OCR_TRACE_GO_ON:
		on_wait(g, r, 1);
		break;
	case OCR_TRACE_SEND:
		on_send(g, r);
		break;
	case OCR_TRACE_READ:
		on_read(g, r);
		break;
	default:
		on_idle(rd, l, r);
		break;
	}
}

void
ocr_trace_graph_read(struct trace_graph *g, const struct trace_files *f)
{
	struct trace_reading rd = {.g = g};

	ocr_trace_files_each(f, on_record, &rd);
	ocr_trace_lanes_add_silent(g, f);
	if (!g->failed)
		join_names(g);
}
