/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_fold.c - see trace_fold.h. */
#include "src/tools/trace_fold.h"

#include "guidmap/guid.h"
#include "src/tools/trace_tell.h"

#include <stdlib.h>

/* More is no picture: so many tasks, or boxes of nodes. */
#define FITTING_TASKS 150
#define FITTING_NODES 40

struct folding {
	struct trace_fold *f;
	const struct trace_graph *g;
	uint32_t *boxes; /* of tasks */
	uint32_t task;	 /* whose inputs are added */
	bool failed;
};

/* Room for n of them; where it was before is given back or kept. */
static bool
has_room(void **array, size_t size, const struct trace_things *keys)
{
	void *more = realloc(*array, (size_t)keys->cap * size);

	if (more)
		*array = more;
	return more;
}

/* -- Boxes ----------------------------------------------------------------- */

/* Where it ran, or would have run. */
static uint32_t
node_of(const struct trace_fold *f, const struct trace_task *t)
{
	if (f->folding == TRACE_FOLD_FUNCTIONS)
		return TRACE_NONE;
	return t->run_ns == TRACE_NEVER ? ocr_guid_owner(t->guid) : t->node;
}

/* As a GUID, which a label or task is; the others look like NULL_GUID's
 * kind. */
static ocrGuid_t
key_of(const struct trace_fold *f, const struct trace_task *t)
{
	if (f->folding == TRACE_FOLD_TASKS ||
	    (f->folding == TRACE_FOLD_LABELS &&
	     ocr_guid_flags(t->guid) & OCR_GUID_LABELED))
		return t->guid;
	return (ocrGuid_t){.upper = node_of(f, t),
			   .lower = (uint64_t)(t->run_ns == TRACE_NEVER) << 32 |
				    t->func};
}

static void
add_times(struct trace_box *b, const struct trace_task *t)
{
	struct trace_spans s;

	b->n++;
	b->n_ran += t->run_ns != TRACE_NEVER;
	if (!ocr_trace_spans(t, &s))
		return;
	b->ran_ns += s.runs_ns;
	b->inputs_ns += s.inputs_ns;
	b->blocks_ns += s.blocks_ns;
	b->worker_ns += s.worker_ns;
}

static void
add_task(struct folding *w, uint32_t i)
{
	const struct trace_task *t = ocr_trace_task(w->g, i);
	struct trace_fold *f = w->f;
	uint32_t before = f->box_keys.n, cap = f->box_keys.cap;
	uint32_t box = ocr_trace_things_number(&f->box_keys, key_of(f, t));

	w->boxes[i] = box;
	if (box == UINT32_MAX ||
	    (f->box_keys.cap != cap &&
	     !has_room((void **)&f->boxes, sizeof(*f->boxes), &f->box_keys))) {
		w->failed = true;
		return;
	}
	if (box == before)
		f->boxes[box] = (struct trace_box){
			.node = node_of(f, t),
			.func = t->func,
			.task = i,
		};
	add_times(&f->boxes[box], t);
}

/* -- Arrows ---------------------------------------------------------------- */

static struct trace_arrow *
arrow_of(struct folding *w, uint32_t from, uint32_t to,
	 enum trace_arrow_kind kind)
{
	struct trace_fold *f = w->f;
	uint32_t before = f->arrow_keys.n, cap = f->arrow_keys.cap, i;
	ocrGuid_t key = {.upper = kind,
			 .lower =
				 (uint64_t)w->boxes[from] << 32 | w->boxes[to]};

	i = ocr_trace_things_number(&f->arrow_keys, key);
	if (i == UINT32_MAX ||
	    (f->arrow_keys.cap != cap &&
	     !has_room((void **)&f->arrows, sizeof(*f->arrows),
		       &f->arrow_keys))) {
		w->failed = true;
		return NULL;
	}
	if (i == before)
		f->arrows[i] = (struct trace_arrow){.from = w->boxes[from],
						    .to = w->boxes[to],
						    .kind = kind};
	return &f->arrows[i];
}

static void
add_input(void *arg, uint32_t slot, struct trace_cause c)
{
	struct folding *w = arg;
	struct trace_arrow *a;

	(void)slot;
	if (w->failed || c.by == TRACE_NONE)
		return;
	a = arrow_of(w, c.by, w->task, TRACE_ARROW_INPUT);
	if (a)
		a->n++;
}

/* Was the last that it waited for its creation? */
static enum trace_arrow_kind
kind_of(const struct trace_task *t, struct trace_cause c)
{
	return c.by == t->creator && c.when_ns == t->created_ns
		       ? TRACE_ARROW_CREATE
		       : TRACE_ARROW_INPUT;
}

static void
add_last(struct folding *w)
{
	const struct trace_task *t = ocr_trace_task(w->g, w->task);
	struct trace_cause c = ocr_trace_cause(w->g, w->task);
	struct trace_arrow *a;

	if (c.by == TRACE_NONE || t->run_ns == TRACE_NEVER)
		return;
	a = arrow_of(w, c.by, w->task, kind_of(t, c));
	if (!a)
		return;
	/* Asked for once more, after the task had begun. */
	a->n += !a->n;
	a->n_last++;
	a->last_ns += t->run_ns > c.when_ns ? t->run_ns - c.when_ns : 0;
}

static void
add_arrows(struct folding *w)
{
	for (uint32_t i = 0; i < ocr_trace_n_tasks(w->g) && !w->failed; i++) {
		uint32_t creator = ocr_trace_task(w->g, i)->creator;
		struct trace_arrow *a;

		w->task = i;
		if (creator != TRACE_NONE) {
			a = arrow_of(w, creator, i, TRACE_ARROW_CREATE);
			if (a)
				a->n++;
		}
		ocr_trace_each_input(w->g, i, add_input, w);
		add_last(w);
	}
}

/* -- The critical path ---------------------------------------------------- */

static void
add_step(struct folding *w, uint32_t from, uint32_t to)
{
	const struct trace_task *t = ocr_trace_task(w->g, to);
	struct trace_cause c = ocr_trace_cause(w->g, to);
	struct trace_arrow *a = arrow_of(
		w, from, to, c.by == from ? kind_of(t, c) : TRACE_ARROW_FINISH);

	if (!a)
		return;
	a->n += a->kind == TRACE_ARROW_FINISH;
	a->n_path++;
}

static void
add_path(struct folding *w)
{
	uint32_t n, *path = ocr_trace_path(w->g, &n);

	if (!path) {
		w->failed = true;
		return;
	}
	w->f->n_path = n;
	for (uint32_t i = 0; i < n && !w->failed; i++) {
		w->f->boxes[w->boxes[path[i]]].n_path++;
		if (i + 1 < n)
			add_step(w, path[i + 1], path[i]);
	}
	free(path);
}

/* -- All of it ------------------------------------------------------------ */

static int
fold(struct trace_fold *f, const struct trace_graph *g,
     enum trace_folding folding)
{
	struct folding w = {.f = f, .g = g};
	uint32_t n = ocr_trace_n_tasks(g);

	*f = (struct trace_fold){.folding = folding};
	w.boxes = malloc(((size_t)n + 1) * sizeof(*w.boxes));
	w.failed = !w.boxes;
	for (uint32_t i = 0; i < n && !w.failed; i++)
		add_task(&w, i);
	if (!w.failed)
		add_arrows(&w);
	if (!w.failed)
		add_path(&w);
	free(w.boxes);
	return w.failed ? -1 : 0;
}

int
ocr_trace_fold_open(struct trace_fold *f, const struct trace_graph *g,
		    enum trace_folding folding)
{
	int err;

	if (folding != TRACE_FOLD_FITTING)
		return fold(f, g, folding);
	if (ocr_trace_n_tasks(g) <= FITTING_TASKS)
		return fold(f, g, TRACE_FOLD_TASKS);
	err = fold(f, g, TRACE_FOLD_NODES);
	if (err || f->box_keys.n <= FITTING_NODES)
		return err;
	ocr_trace_fold_close(f);
	return fold(f, g, TRACE_FOLD_FUNCTIONS);
}

void
ocr_trace_fold_close(struct trace_fold *f)
{
	free(f->boxes);
	free(f->arrows);
	ocr_trace_things_fini(&f->box_keys);
	ocr_trace_things_fini(&f->arrow_keys);
}
