/* SPDX-License-Identifier: BSD-3-Clause */
/* race_read.c - see races.h: the records of all nodes, in the order of time.
 *
 * What a task asks for is written down before it has an effect, and its begin
 * after all that it has waited for; so whatever comes before a record has been
 * read before it.
 */
#include "src/tools/race_lines.h"
#include "src/tools/races.h"

#include "src/names/mapped.h"

#include <stdlib.h>
#include <string.h>

/* What a task has begun with, until it begins. */
struct slot {
	uint32_t next, slot, block;
};

struct race_reader {
	struct races *r;
	const struct trace_files *f;
	struct slot *slots;
	size_t n_slots, cap_slots;
	uint32_t first; /* task of all, whom nobody has made */
};

/* -- Room ------------------------------------------------------------------ */

static int
grow_things(struct races *r)
{
	uint32_t cap = r->guids.cap;
	struct race_thing *more = realloc(r->things, cap * sizeof(*more));

	if (!more)
		return -1;
	r->things = more;
	for (uint32_t i = r->cap_things; i < cap; i++)
		more[i] = (struct race_thing){
			.first = RACE_NOTHING,
			.last = RACE_NOTHING,
			.place = RACE_NOTHING,
			.nb_sat = 1,
			.nb_deps = 1,
			.fired = RACE_NEVER,
			.now = RACE_NEVER,
			.began = RACE_NEVER,
			.func = RACE_NOTHING,
			.scope = RACE_NOTHING,
			.members = RACE_NOTHING,
			.next_member = RACE_NOTHING,
			.waits = RACE_NOTHING,
			.slots = RACE_NOTHING,
		};
	r->cap_things = cap;
	return 0;
}

/* As programs see it: an element of a map has the kind of its object where
 * that is known. */
uint32_t
race_thing_of(struct races *r, ocrGuid_t guid)
{
	uint32_t n;

	if (ocr_guid_is_null(guid))
		return RACE_NOTHING;
	n = ocr_trace_things_number(&r->guids, ocr_mapped_shown(guid));
	if (n == UINT32_MAX || (n >= r->cap_things && grow_things(r))) {
		r->failed = true;
		return RACE_NOTHING;
	}
	if (ocr_guid_kind(guid) != OCR_GUID_MAPPED)
		r->things[n].kind = ocr_guid_kind(guid);
	return n;
}

static uint32_t
thing_at(struct race_reader *rd, const uint64_t *w)
{
	return race_thing_of(rd->r, (ocrGuid_t){.upper = w[0], .lower = w[1]});
}

void
race_input_add(struct races *r, uint32_t object, const struct race_input *in)
{
	struct race_thing *x = &r->things[object];
	void *inputs = r->inputs;
	uint32_t n = (uint32_t)r->n_inputs;

	if (n == RACE_NOTHING ||
	    race_grow(&inputs, n, &r->cap_inputs, sizeof(*r->inputs))) {
		r->failed = true;
		return;
	}
	r->inputs = inputs;
	r->inputs[n] = *in;
	r->inputs[n].next = RACE_NOTHING;
	if (x->first == RACE_NOTHING)
		x->first = n;
	else
		r->inputs[x->last].next = n;
	x->last = n;
	r->n_inputs++;
}

/* -- In the order of time -------------------------------------------------- */

/* What the task does next. */
static uint32_t
moment(struct races *r, uint32_t task)
{
	struct race_thing *t;
	uint32_t at, *link;

	if (task == RACE_NOTHING)
		return RACE_NEVER;
	t = &r->things[task];
	at = t->now = race_order_add(&r->order, t->now);
	/* It has waited for those that have waited in its place. */
	for (link = &t->waits; *link != RACE_NOTHING;) {
		struct race_thing *w = &r->things[*link];

		if (w->began == RACE_NEVER) {
			link = &w->next_member;
			continue;
		}
		race_order_edge(&r->order, w->now, at);
		*link = w->next_member;
	}
	return at;
}

static void
on_create(struct race_reader *rd, const struct race_line *l)
{
	struct races *r = rd->r;
	uint32_t task = thing_at(rd, l->words), at = moment(r, l->by);
	struct race_thing *t, *by;

	if (r->failed || task == RACE_NOTHING)
		return;
	race_input_add(r, task,
		       &(struct race_input){.at = at,
					    .from = RACE_NOTHING,
					    .block = RACE_NOTHING});
	t = &r->things[task];
	t->is_made = true;
	t->is_finish = l->words[2] & OCR_TRACE_FINISH;
	if (l->by == RACE_NOTHING)
		return;
	by = &r->things[l->by];
	/* A file may be damaged: a list must not lead back to itself. */
	if (t->is_waiter)
		return;
	if (l->words[2] & OCR_TRACE_AWAIT && !t->is_member) {
		t->is_waiter = true;
		t->next_member = by->waits;
		by->waits = task;
		return;
	}
	t->scope = by->is_finish ? l->by : by->scope;
	if (t->scope != RACE_NOTHING && !t->is_member) {
		t->is_member = true;
		t->next_member = r->things[t->scope].members;
		r->things[t->scope].members = task;
	}
}

/* A finish task satisfies its output event when all inside have ended. */
static void
leave_scope(struct races *r, uint32_t task, uint32_t at)
{
	struct race_thing *t = &r->things[task];
	uint32_t next;

	if (!t->is_finish || !t->has_returned)
		return;
	for (uint32_t i = t->members; i != RACE_NOTHING; i = next) {
		race_order_edge(&r->order, r->things[i].now, at);
		next = r->things[i].next_member;
		r->things[i].next_member = RACE_NOTHING;
		r->things[i].is_member = false;
	}
	t->members = RACE_NOTHING;
}

static void
on_satisfy(struct race_reader *rd, const struct race_line *l)
{
	struct races *r = rd->r;
	uint32_t x = thing_at(rd, l->words), at = moment(r, l->by);
	uint32_t block = l->with ? thing_at(rd, l->with) : RACE_NOTHING;

	if (r->failed || x == RACE_NOTHING)
		return;
	if (l->by != RACE_NOTHING)
		leave_scope(r, l->by, at);
	race_input_add(r, x,
		       &(struct race_input){.at = at,
					    .from = RACE_NOTHING,
					    .block = block,
					    .slot = (uint32_t)l->words[2]});
}

static void
on_depend(struct race_reader *rd, const struct race_line *l)
{
	struct races *r = rd->r;
	uint32_t from = thing_at(rd, l->words);
	uint32_t to = thing_at(rd, l->words + 2), at = moment(r, l->by);

	if (r->failed || from == RACE_NOTHING || to == RACE_NOTHING)
		return;
	race_input_add(
		r, to,
		&(struct race_input){.at = at,
				     .from = from,
				     .block = RACE_NOTHING,
				     .slot = (uint32_t)l->words[4],
				     .number = r->things[from].n_deps++});
}

static void
on_event(struct race_reader *rd, const struct race_line *l)
{
	uint32_t x = thing_at(rd, l->words);

	if (x == RACE_NOTHING)
		return;
	rd->r->things[x].nb_sat = (uint32_t)(l->words[2] >> 32);
	rd->r->things[x].nb_deps = (uint32_t)l->words[2];
}

static void
on_slot(struct race_reader *rd, const struct race_line *l)
{
	uint32_t task = thing_at(rd, l->words);
	uint32_t block = thing_at(rd, l->words + 3);
	void *slots = rd->slots;

	if (task == RACE_NOTHING ||
	    race_grow(&slots, rd->n_slots, &rd->cap_slots, sizeof(*rd->slots)))
		return;
	rd->slots = slots;
	rd->slots[rd->n_slots] =
		(struct slot){.next = rd->r->things[task].slots,
			      .slot = (uint32_t)l->words[2],
			      .block = block};
	rd->r->things[task].slots = (uint32_t)rd->n_slots++;
}

static uint32_t
brought_by(const struct race_reader *rd, uint32_t task, uint32_t slot)
{
	uint32_t i = rd->r->things[task].slots;

	while (i != RACE_NOTHING && rd->slots[i].slot != slot)
		i = rd->slots[i].next;
	return i == RACE_NOTHING ? RACE_NOTHING : rd->slots[i].block;
}

/* After all that it has waited for. */
static void
wait_for_inputs(struct race_reader *rd, uint32_t task)
{
	struct races *r = rd->r;
	uint32_t i = r->things[task].first;
	uint32_t all = RACE_NEVER, came, next;

	if (race_event_gathers(r, task)) {
		all = race_event_fired(r, task, RACE_NOTHING, 0);
		i = RACE_NOTHING;
	}
	/* Events fire at moments of their own, before this one. */
	for (next = i; next != RACE_NOTHING; next = r->inputs[next].next) {
		struct race_input *in = &r->inputs[next];

		if (in->from == RACE_NOTHING)
			continue;
		came = race_event_fired(r, in->from,
					brought_by(rd, task, in->slot),
					in->number);
		r->inputs[next].block = came; /* in place of its block */
	}
	r->things[task].began = moment(r, task);
	race_order_edge(&r->order, all, r->things[task].began);
	for (; i != RACE_NOTHING; i = r->inputs[i].next) {
		race_order_edge(&r->order, r->inputs[i].at,
				r->things[task].began);
		if (r->inputs[i].from != RACE_NOTHING)
			race_order_edge(&r->order, r->inputs[i].block,
					r->things[task].began);
	}
	if (!race_event_gathers(r, task))
		r->things[task].first = RACE_NOTHING;
	r->things[task].slots = RACE_NOTHING;
}

static void
on_run(struct race_reader *rd, const struct race_line *l)
{
	struct races *r = rd->r;
	struct race_thing *t;

	if (l->by == RACE_NOTHING)
		return;
	if (rd->first == RACE_NOTHING)
		rd->first = l->by;
	t = &r->things[l->by];
	t->func = race_code_of(r, &rd->f->file[l->file], l->words[2]);
	t->has_returned = false;
	r->orphans +=
		t->first == RACE_NOTHING && !t->is_made && l->by != rd->first;
	wait_for_inputs(rd, l->by);
}

static void
on_use(struct race_reader *rd, const struct race_line *l)
{
	struct races *r = rd->r;
	uint32_t mode = (uint32_t)l->words[2] & 0xff;
	uint32_t block = thing_at(rd, l->words), at = RACE_NEVER;
	bool reads = l->words[2] & OCR_TRACE_READS;
	void *uses = r->uses;

	if (l->by != RACE_NOTHING && reads)
		at = r->things[l->by].began;
	if (at == RACE_NEVER)
		at = moment(r, l->by);
	if (block == RACE_NOTHING || at == RACE_NEVER ||
	    race_grow(&uses, r->n_uses, &r->cap_uses, sizeof(*r->uses)))
		return;
	r->uses = uses;
	r->uses[r->n_uses++] = (struct race_use){
		.block = block,
		.life = r->things[block].life,
		.task = l->by,
		.begin = r->things[l->by].began == RACE_NEVER
				 ? at
				 : r->things[l->by].began,
		/* Of a reader its begin: when it looks is not known. */
		.end = at,
		.mode = mode,
		.reads = reads,
		.size = l->words[3],
		.stripes = l->words + 5,
		.n = (uint32_t)(l->words[4] / sizeof(struct ocr_trace_stripe)),
	};
}

static void
on_line(struct race_reader *rd, const struct race_line *l)
{
	struct races *r = rd->r;
	uint32_t x;

	switch (l->type) {
	case OCR_TRACE_RUN:
		on_run(rd, l);
		break;
	case OCR_TRACE_RETURN:
		if (l->by != RACE_NOTHING)
			r->things[l->by].has_returned = true;
		break;
	case OCR_TRACE_CREATE:
		on_create(rd, l);
		break;
	case OCR_TRACE_SATISFY:
		on_satisfy(rd, l);
		break;
	case OCR_TRACE_DEPEND:
		on_depend(rd, l);
		break;
	case OCR_TRACE_EVENT:
		on_event(rd, l);
		break;
	case OCR_TRACE_SLOT:
		on_slot(rd, l);
		break;
	case OCR_TRACE_USE:
		on_use(rd, l);
		break;
	case OCR_TRACE_MADE:
		x = thing_at(rd, l->words);
		if (x != RACE_NOTHING)
			r->things[x].place = race_code_of(
				r, &rd->f->file[l->file], l->words[2]);
		break;
	case OCR_TRACE_FRESH_BLOCK:
		x = thing_at(rd, l->words);
		if (x != RACE_NOTHING)
			r->things[x].life++;
		break;
	default:
		break;
	}
}

static void
join_codes(struct races *r)
{
	uint32_t *first = race_codes_joined(r);

	r->failed |= !first;
	for (uint32_t i = 0; first && i < r->guids.n; i++) {
		struct race_thing *x = &r->things[i];

		if (x->func < r->codes.n)
			x->func = first[x->func];
		if (x->place < r->codes.n)
			x->place = first[x->place];
	}
	free(first);
}

int
races_read(struct races *r, const struct trace_files *f)
{
	struct race_reader rd = {.r = r, .f = f, .first = RACE_NOTHING};
	struct race_line *lines;
	size_t n;

	lines = race_lines(r, f, &n);
	for (size_t i = 0; i < n && !r->failed && !r->order.failed; i++)
		on_line(&rd, &lines[i]);
	for (unsigned i = 0; i < f->n; i++)
		r->unseen += f->file[i].head->unseen;
	free(lines);
	if (!r->failed)
		join_codes(r);
	free(rd.slots);
	return r->failed || race_order_seal(&r->order) ? -1 : 0;
}

void
races_free(struct races *r)
{
	for (uint32_t i = 0; i < r->cap_codes; i++) {
		free(r->names[i]);
		free(r->lines[i]);
	}
	free(r->names);
	free(r->lines);
	free(r->things);
	free(r->inputs);
	free(r->uses);
	ocr_trace_things_fini(&r->guids);
	ocr_trace_things_fini(&r->codes);
	race_order_fini(&r->order);
}
