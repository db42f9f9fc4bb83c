/* SPDX-License-Identifier: BSD-3-Clause */
/* verdict.c - see verdict.h. */
#include "src/observe/verdict.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/runtime.h"
#include "src/observe/words.h"
#include "src/observe/watch.h"
#include "src/task/await.h"
#include "src/task/edt.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lines of each kind that are shown. */
#define MOST_LINES 20

/* Slots, or events one behind the other, that are named in a line. */
#define MOST_SLOTS 4
#define MOST_HOPS  4

/* Tasks with the same body that wait for the same are told once. */
struct line {
	struct ocr_code code;
	struct ocr_words who, what;
	uint64_t more;
};

struct lines {
	const struct ocr_tale *tale;
	const char *noun;
	uint32_t n;
	uint64_t left_out;
	struct line at[MOST_LINES];
};

static bool
same_code(const struct ocr_code *a, const struct ocr_code *b)
{
	return a->module == b->module && a->offset == b->offset;
}

static void
add_line(struct lines *l, const struct ocr_code *code,
	 const struct ocr_words *who, const struct ocr_words *what)
{
	for (uint32_t i = 0; code && i < l->n; i++)
		if (same_code(&l->at[i].code, code) &&
		    !strcmp(l->at[i].what.s, what->s)) {
			l->at[i].more++;
			return;
		}
	if (l->n == MOST_LINES) {
		l->left_out++;
		return;
	}
	l->at[l->n] = (struct line){.who = *who, .what = *what};
	if (code)
		l->at[l->n].code = *code;
	l->n++;
}

static void
say_lines(struct lines *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		const struct line *x = &l->at[i];
		char more[64] = "";

		if (x->more)
			snprintf(more, sizeof(more),
				 "; %" PRIu64 " more task%s like it", x->more,
				 x->more == 1 ? "" : "s");
		ocr_log_note(l->tale->rt->self, "  %s %s%s", x->who.s,
			     x->what.s, more);
	}
	if (l->left_out)
		ocr_log_note(l->tale->rt->self, "  and %" PRIu64 " more %s",
			     l->left_out, l->noun);
	l->n = 0;
	l->left_out = 0;
}

static bool
is_task(const struct ocr_fact_node *x)
{
	return x->is && x->is->is.kind == OCR_FACT_TASK;
}

/* -- Cycles -----------------------------------------------------------------
 */

/* Goes from x to the next task of its cycle, and says how. */
static const struct ocr_fact_node *
say_hop(struct ocr_words *w, const struct ocr_tale *tale,
	const struct ocr_fact_node *x)
{
	const struct ocr_fact_node *start = x;
	const struct ocr_fact_node *to;

	ocr_words_edge(w, tale, x->on);
	for (;; x = to) {
		to = ocr_facts_find(tale->facts, x->on->is.other);
		/* An output event is named by its task, and a scope by who is
		 * inside. */
		if (to->on->is.kind == OCR_FACT_OUTPUT &&
		    ocr_guid_flags(to->guid) & OCR_GUID_OUTPUT) {
			const struct ocr_fact_node *task =
				ocr_facts_find(tale->facts, to->on->is.other);

			if (task == start)
				ocr_words_add(w, "its own output event");
			else
				ocr_words_object(w, tale, to->guid);
			return task;
		}
		if (ocr_guid_kind(to->guid) == OCR_GUID_SCOPE)
			continue;
		if (to == start && x == start)
			ocr_words_add(w, "itself");
		else
			ocr_words_object(w, tale, to->guid);
		if (is_task(to) || to == start)
			return to;
		if (to->on->is.kind == OCR_FACT_OUTPUT)
			return ocr_facts_find(tale->facts, to->on->is.other);
		ocr_words_add(w, ", which waits for ");
	}
}

static uint32_t
count_tasks(const struct ocr_facts *f, uint32_t cycle)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->n_nodes; i++)
		n += f->nodes[i].cycle == cycle && is_task(&f->nodes[i]);
	return n;
}

static const struct ocr_fact_node *
first_of(const struct ocr_facts *f, uint32_t cycle)
{
	const struct ocr_fact_node *first = NULL;

	for (uint32_t i = 0; i < f->n_nodes; i++) {
		const struct ocr_fact_node *x = &f->nodes[i];

		if (x->cycle == cycle && (!first || is_task(x)))
			first = x;
		if (first && is_task(first))
			break;
	}
	return first;
}

static void
say_cycle(const struct ocr_tale *tale, uint32_t cycle)
{
	const struct ocr_fact_node *start = first_of(tale->facts, cycle);
	uint32_t n = count_tasks(tale->facts, cycle), lines = 0;
	const struct ocr_fact_node *x = start;

	if (n > 1)
		ocr_log_note(tale->rt->self,
			     "  %u tasks wait for each other, in a circle:", n);
	else
		ocr_log_note(tale->rt->self, "  %s",
			     n ? "a task waits for itself:"
			       : "events wait for each other, in a circle:");
	do {
		struct ocr_words w = {.n = 0};

		ocr_words_object(&w, tale, x->guid);
		ocr_words_add(&w, " ");
		x = say_hop(&w, tale, x);
		if (++lines <= MOST_LINES)
			ocr_log_note(tale->rt->self, "    %s", w.s);
	} while (x != start);
	if (lines > MOST_LINES)
		ocr_log_note(tale->rt->self, "    and %u more tasks",
			     lines - MOST_LINES);
}

static void
say_cycles(const struct ocr_tale *tale)
{
	uint32_t n = tale->facts->n_cycles;

	for (uint32_t i = 1; i <= n && i <= MOST_LINES; i++)
		say_cycle(tale, i);
	if (n > MOST_LINES)
		ocr_log_note(tale->rt->self, "  and %u more circles",
			     n - MOST_LINES);
}

/* -- What will never come ---------------------------------------------------
 */

/* Slots to which nothing was connected. */
static void
add_free_slots(struct ocr_words *w, const struct ocr_fact_node *x)
{
	uint64_t n = x->is->is.n[2], depc = x->is->is.n[1], shown = 0;

	ocr_words_add(w, "waits in slot%s ", n == 1 ? "" : "s");
	for (uint32_t i = 0; i < x->n_edges; i++) {
		const struct ocr_fact *e = &x->edges[i];

		if (e->is.kind != OCR_FACT_SLOT || ocr_fact_is_edge(e) ||
		    shown == MOST_SLOTS)
			continue;
		ocr_words_add(w, "%s%u",
			      !shown	       ? ""
			      : shown + 1 == n ? " and "
					       : ", ",
			      e->is.slot);
		shown++;
	}
	if (n > shown)
		ocr_words_add(w, " and %" PRIu64 " more", n - shown);
	if (depc > 1)
		ocr_words_add(w, " (of %" PRIu64 ")", depc);
	ocr_words_add(w, ", to which nothing was connected (ocrAddDependence)");
}

static void
say_free_slots(struct lines *l)
{
	const struct ocr_facts *f = l->tale->facts;

	for (uint32_t i = 0; i < f->n_nodes; i++) {
		const struct ocr_fact_node *x = &f->nodes[i];
		struct ocr_words who = {.n = 0}, what = {.n = 0};

		if (!is_task(x) || !x->is->is.n[2])
			continue;
		ocr_words_object(&who, l->tale, x->guid);
		add_free_slots(&what, x);
		add_line(l, &x->is->is.code, &who, &what);
	}
	say_lines(l);
}

/* Edges to events that are gone, or not there; and to memory. */
static void
say_gone(struct lines *l)
{
	const struct ocr_facts *f = l->tale->facts;

	for (size_t i = 0; i < f->n; i++) {
		const struct ocr_fact *e = &f->facts[i];
		const struct ocr_fact_node *x;
		struct ocr_words who = {.n = 0}, what = {.n = 0},
				 why = {.n = 0};

		ocr_words_fate(&why, e);
		if (!why.n)
			continue;
		x = ocr_facts_find(f, e->is.object);
		ocr_words_object(&who, l->tale, e->is.object);
		ocr_words_edge(&what, l->tale, e);
		ocr_words_object(&what, l->tale, e->is.other);
		ocr_words_add(&what, "%s", why.s);
		add_line(l, is_task(x) ? &x->is->is.code : NULL, &who, &what);
	}
	say_lines(l);
}

/* The first that waits for x, and how many more do. */
static void
add_waiters(struct ocr_words *w, const struct ocr_tale *tale,
	    const struct ocr_fact_node *x)
{
	const struct ocr_fact *first = NULL;
	uint64_t more = 0;

	for (size_t i = 0; i < tale->facts->n; i++) {
		const struct ocr_fact *e = &tale->facts->facts[i];

		if (!ocr_fact_is_edge(e) || !ocr_guid_eq(e->is.other, x->guid))
			continue;
		if (first)
			more++;
		else
			first = e;
	}
	if (!first)
		return;
	ocr_words_add(w, "; ");
	ocr_words_object(w, tale, first->is.object);
	if (first->is.kind == OCR_FACT_SLOT)
		ocr_words_add(w, " waits for it in slot %u", first->is.slot);
	else if (first->is.kind == OCR_FACT_AWAIT)
		ocr_words_add(w, " waits for it in %s()",
			      ocr_await_call_name(first->is.n[1]));
	else
		ocr_words_add(w, " waits for it");
	if (more)
		ocr_words_add(w, ", and %" PRIu64 " more %s", more,
			      more == 1 ? "does" : "do");
}

/* Is it known why x does not come? */
static bool
leads_on(const struct ocr_fact_node *x)
{
	for (uint32_t i = 0; i < x->n_edges; i++)
		if (ocr_fact_is_edge(&x->edges[i]))
			return true;
	return false;
}

/* Events that nobody satisfies, and blocks that nobody gives up. */
static void
say_lacks(struct lines *l)
{
	const struct ocr_facts *f = l->tale->facts;

	for (uint32_t i = 0; i < f->n_nodes; i++) {
		const struct ocr_fact_node *x = &f->nodes[i];
		struct ocr_words who = {.n = 0}, what = {.n = 0};

		if (!x->is || leads_on(x))
			continue;
		ocr_words_lack(&what, x->is);
		if (!what.n)
			continue;
		ocr_words_object(&who, l->tale, x->guid);
		add_waiters(&what, l->tale, x);
		add_line(l, NULL, &who, &what);
	}
	say_lines(l);
}

/* -- Calls that wait for their object ---------------------------------------
 */

/* What a program calls the op. */
static const char *
call_of(const struct ocr_msg_stuck_fact *m)
{
	switch ((enum ocr_msg_type)m->n[0]) {
	case OCR_MSG_SATISFY:
		return "ocrEventSatisfy()";
	case OCR_MSG_SATISFY_EDT:
	case OCR_MSG_ADD_DEP:
		return "ocrAddDependence()";
	case OCR_MSG_SET_HINT:
		return "ocrSetHint()";
	case OCR_MSG_ASK:
		return "ocrGetHint()";
	case OCR_MSG_GET_TEMPLATE:
		return "ocrEdtCreate()";
	case OCR_MSG_PARTITION:
		return "ocrDbPartition()";
	case OCR_MSG_GET_CHUNK:
		return "ocrFileGetChunk()";
	case OCR_MSG_DESTROY:
		return "its destruction";
	default:
		return "a call";
	}
}

static void
add_parked(struct ocr_words *w, const struct ocr_tale *tale,
	   const struct ocr_fact_node *x)
{
	const struct ocr_msg_stuck_fact *m = &x->is->is;
	bool label = ocr_guid_flags(m->object) & OCR_GUID_LABELED;

	if (m->n[2]) {
		ocr_words_add(w, "still exists, and its creation with "
				 "GUID_PROP_BLOCK waits for the end of it");
		return;
	}
	if (label)
		ocr_words_add(w, "is not there: nothing was created with this "
				 "label, or it is gone");
	else
		ocr_words_add(w, "was never created");
	if (m->n[0] == OCR_MSG_ACQUIRE)
		add_waiters(w, tale, x);
	else
		ocr_words_add(w, "; %s waits for it", call_of(m));
	if (tale->rt->size > 1 && m->n[0] != OCR_MSG_ACQUIRE)
		ocr_words_add(w, " (called on node %" PRIu64 ")", m->n[1]);
}

/* Has a task been named already that waits for this? */
static bool
is_told(const struct ocr_facts *f, const struct ocr_fact_node *x)
{
	for (size_t i = 0; i < f->n; i++)
		if ((f->facts[i].is.kind == OCR_FACT_SLOT ||
		     f->facts[i].is.kind == OCR_FACT_AWAIT) &&
		    f->facts[i].is.n[0] == OCR_FATE_ABSENT &&
		    ocr_guid_eq(f->facts[i].is.other, x->guid))
			return true;
	return false;
}

static void
say_parked(struct lines *l)
{
	const struct ocr_facts *f = l->tale->facts;

	for (uint32_t i = 0; i < f->n_nodes; i++) {
		const struct ocr_fact_node *x = &f->nodes[i];
		struct ocr_words who = {.n = 0}, what = {.n = 0};

		if (!x->is || x->is->is.kind != OCR_FACT_PARKED ||
		    (!x->is->is.n[2] && is_told(f, x)))
			continue;
		ocr_words_object(&who, l->tale, x->guid);
		add_parked(&what, l->tale, x);
		add_line(l, NULL, &who, &what);
	}
	say_lines(l);
}

/* -- Tasks that wait for tasks ----------------------------------------------
 */

/* The task on which the edge depends directly, or NULL.  There may have been no
 * memory for the fact that says what it is. */
static const struct ocr_fact_node *
task_behind(const struct ocr_facts *f, const struct ocr_fact *e)
{
	const struct ocr_fact_node *x = ocr_facts_find(f, e->is.other);

	for (uint32_t i = 0; x && !is_task(x) && i < x->n_edges; i++)
		if (x->edges[i].is.kind == OCR_FACT_OUTPUT ||
		    x->edges[i].is.kind == OCR_FACT_MEMBER) {
			x = ocr_facts_find(f, x->edges[i].is.other);
			break;
		}
	return x && is_task(x) ? x : NULL;
}

/* From an event to one that would satisfy it; NULL: none is known, or it is in
 * a circle, which has been told. */
static const struct ocr_fact *
feed_of(const struct ocr_fact_node *x)
{
	for (uint32_t i = 0; x && !x->cycle && i < x->n_edges; i++)
		if (x->edges[i].is.kind == OCR_FACT_FEED)
			return &x->edges[i];
	return NULL;
}

static void
add_chain(struct ocr_words *w, const struct ocr_tale *tale,
	  const struct ocr_fact *e)
{
	const struct ocr_fact_node *behind = task_behind(tale->facts, e);
	const struct ocr_fact_node *x =
		ocr_facts_find(tale->facts, e->is.other);

	ocr_words_edge(w, tale, e);
	if (e->is.kind == OCR_FACT_SCOPE && behind)
		ocr_words_object(w, tale, behind->guid);
	else
		ocr_words_object(w, tale, e->is.other);
	if (behind) {
		ocr_words_add(w, ", which %s",
			      ocr_words_state(tale, behind->is));
		return;
	}
	e = feed_of(x);
	for (uint32_t i = 0; e && i < MOST_HOPS; i++) {
		ocr_words_add(w, ", which waits for ");
		ocr_words_object(w, tale, e->is.other);
		e = feed_of(ocr_facts_find(tale->facts, e->is.other));
	}
}

/* Does the edge lead to what waits itself? */
static bool
is_waited_on(const struct ocr_facts *f, const struct ocr_fact *e)
{
	const struct ocr_fact_node *x =
		ocr_fact_is_edge(e) ? ocr_facts_find(f, e->is.other) : NULL;

	return x && leads_on(x);
}

static bool
has_paused(const struct ocr_fact_node *x)
{
	return x->is->is.n[3] == OCR_FACT_PAUSER;
}

/* The others: each has an event, and nobody but another task to blame. */
static void
say_others(struct lines *l)
{
	const struct ocr_facts *f = l->tale->facts;

	for (uint32_t i = 0; i < f->n_nodes; i++) {
		const struct ocr_fact_node *x = &f->nodes[i];
		struct ocr_words who = {.n = 0}, what = {.n = 0};

		if (!is_task(x) || x->cycle || x->is->is.n[2])
			continue;
		for (uint32_t k = 0; !what.n && k < x->n_edges; k++)
			if (is_waited_on(f, &x->edges[k]))
				add_chain(&what, l->tale, &x->edges[k]);
		if (!leads_on(x) || has_paused(x))
			ocr_words_add(&what, "%s%s", what.n ? "; it " : "",
				      ocr_words_state(l->tale, x->is));
		if (!what.n)
			continue;
		ocr_words_object(&who, l->tale, x->guid);
		add_line(l, &x->is->is.code, &who, &what);
	}
	say_lines(l);
}

static uint64_t
count_rest(const struct ocr_facts *f)
{
	uint64_t n = 0;

	for (size_t i = 0; i < f->n; i++)
		if (f->facts[i].is.kind == OCR_FACT_REST)
			n += f->facts[i].is.n[0];
	return n;
}

void
ocr_verdict_say(const struct ocr_tale *tale, struct ocr_facts *facts)
{
	/* Too large for the stack of a thread. */
	struct lines *l = calloc(1, sizeof(*l));
	uint64_t rest;

	if (!l || ocr_facts_link(facts)) {
		free(l);
		ocr_log_note(tale->rt->self,
			     "  there is no memory to say what waits for what");
		return;
	}
	l->tale = tale;
	l->noun = "tasks";
	if (!facts->n && !tale->moves && !tale->rt->watch->quiet.is_partial)
		ocr_log_note(tale->rt->self,
			     "  no task is left: the last one to run has to "
			     "call ocrShutdown()");
	say_cycles(tale);
	say_free_slots(l);
	say_gone(l);
	say_lacks(l);
	say_parked(l);
	say_others(l);
	rest = count_rest(tale->facts);
	if (rest)
		ocr_log_note(tale->rt->self, "  %" PRIu64 " more tasks wait",
			     rest);
	if (facts->dropped)
		ocr_log_note(tale->rt->self,
			     "  there was no memory to say all: %" PRIu64
			     " facts are missing",
			     facts->dropped);
	free(l);
}
