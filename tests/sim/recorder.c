/* SPDX-License-Identifier: BSD-3-Clause */
/* recorder.c - see recorder.h.
 *
 * No op carries a mark.  Streams, queues of workers, pairs of nodes and parked
 * ops of an object keep their order, so a line of numbers for each says which
 * op it is that comes out.
 *
 * At any time few ops are under way.  When one changes its object, each other
 * op under way to the same object will come later: none of them may happen
 * before it.
 */
#include "tests/sim/recorder.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "labeled/label.h"
#include "src/base/msg.h"
#include "src/boot/ops.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"
#include "src/task/edt.h"
#include "tests/sim/digest.h"
#include "tests/sim/history.h"
#include "tests/sim/memory.h"
#include "tests/sim/memory_op.h"
#include "tests/sim/own.h"
#include "tests/sim/recorder_order.h"
#include "tests/sim/sim_op.h"
#include "tests/sim/things.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What is being handled. */
struct frame {
	struct frame *outer;
	uint32_t id; /* HISTORY_NONE: not an op on an object */
	bool parked;
};

enum { KEY_STREAM = 0xf1, KEY_QUEUE, KEY_PAIR };

/* -- Things -------------------------------------------------------------- */

static struct thing *
stream_of(struct recorder *r, const struct ocr_stream *s)
{
	return recorder_thing(r,
			      (ocrGuid_t){.upper = (uint64_t)KEY_STREAM << 56,
					  .lower = (uintptr_t)s});
}

static struct thing *
queue_here(struct recorder *r)
{
	return recorder_thing(r, (ocrGuid_t){.upper = (uint64_t)KEY_QUEUE << 56,
					     .lower = (uintptr_t)ocr_self});
}

static struct thing *
pair(struct recorder *r, ocr_node_t from, ocr_node_t to)
{
	return recorder_thing(r,
			      (ocrGuid_t){.upper = (uint64_t)KEY_PAIR << 56,
					  .lower = (uint64_t)from << 32 | to});
}

/* -- Ops ------------------------------------------------------------------ */

/* The parameters of a channel event, from whoever creates it. */
static void
note_event(struct recorder *r, const struct ocr_op *op)
{
	const struct ocr_msg_create_event *m = (const void *)op;
	struct thing *x = recorder_thing(r, sim_op_object(op));

	if (op->type == OCR_MSG_CREATE_LABELED)
		m = (const void *)((const struct ocr_msg_create_labeled
					    *)(const void *)op)
			    ->creation;
	if (m->op.type != OCR_MSG_CREATE_EVENT)
		return;
	x->nb_sat = m->nb_sat;
	x->nb_deps = m->nb_deps;
}

static uint32_t
add(struct recorder *r, const struct ocr_op *op, ocrGuid_t task)
{
	ocrGuid_t object = sim_op_object(op);
	uint32_t id = history_add(r->history, op->type, object, task);
	struct op *o;

	if (id >= r->cap_ops) {
		r->cap_ops = 2 * id;
		r->ops = sim_own_realloc(r->ops, r->cap_ops, sizeof(*r->ops));
	}
	o = &r->ops[id];
	*o = (struct op){.head = *op, .object = object};
	if (op->type == OCR_MSG_ADD_DEP) {
		const struct ocr_msg_add_dep *m = (const void *)op;

		o->dest = m->dest;
		o->slot = m->slot;
	} else if (op->type == OCR_MSG_SATISFY_EDT ||
		   op->type == OCR_MSG_SATISFY) {
		o->slot = ((const struct ocr_msg_satisfy *)(const void *)op)
				  ->slot;
	}
	if (op->type == OCR_MSG_CREATE_EVENT ||
	    op->type == OCR_MSG_CREATE_LABELED)
		note_event(r, op);
	if (sim_op_has_object(op) && !sim_op_creates(op)) {
		struct thing *x = recorder_thing(r, object);

		line_push(&x->under_way, id);
		x->n_slots += op->type == OCR_MSG_SATISFY_EDT;
	}
	return id;
}

static const char *
text_of(const struct recorder *r, uint32_t id, char *buf)
{
	char guid[OCR_GUID_TEXT];

	snprintf(buf, 128, "%s of %s",
		 ocr_dispatch_name(ocr_ops_rows, r->ops[id].head.type),
		 ocr_guid_text(r->ops[id].object, guid));
	return buf;
}

/* -- Definition 1 --------------------------------------------------------- */

/* Two effects whose order nobody can tell, whatever the program does. */
static bool
commute(const struct recorder *r, uint32_t earlier, uint32_t later)
{
	const struct op *a = &r->ops[earlier], *b = &r->ops[later];

	/* A counted event remembers its satisfaction, and whoever follows it is
	 * told. */
	if (ocr_guid_kind(a->object) == OCR_GUID_EVENT_COUNTED &&
	    a->head.type != OCR_MSG_DESTROY && b->head.type != OCR_MSG_DESTROY)
		return true;
	/* Two slots of a task. */
	if (a->head.type == OCR_MSG_SATISFY_EDT &&
	    b->head.type == OCR_MSG_SATISFY_EDT)
		return a->slot != b->slot;
	/* A task that does not run, either way. */
	if (a->head.type == OCR_MSG_SATISFY_EDT &&
	    b->head.type == OCR_MSG_DESTROY)
		return ocr_protocol_is_relaxed(r->protocol);
	/* Chunks of one file do not overlap. */
	if (a->head.type == OCR_MSG_GET_CHUNK &&
	    b->head.type == OCR_MSG_GET_CHUNK)
		return true;
	/* Destroying a block is delayed until all have released it. */
	return a->head.type == OCR_MSG_DESTROY &&
	       b->head.type == OCR_MSG_RELEASE;
}

/* Comes later than `id`, though it was issued earlier and that matters? */
static bool
is_late(const struct recorder *r, uint32_t other, uint32_t id)
{
	return other < id && !commute(r, other, id);
}

/* None of those that come later may happen before it. */
static void
check_order(struct recorder *r, const struct thing *x, uint32_t id)
{
	const struct line *l = &x->under_way;
	uint32_t lowest = id;
	char text[128];

	for (uint32_t i = l->first; i < l->n; i++)
		if (l->ids[i] < lowest && is_late(r, l->ids[i], id))
			lowest = l->ids[i];
	if (lowest == id)
		return;
	history_look_back(r->history, lowest, id);
	for (uint32_t i = l->first; i < l->n; i++) {
		uint32_t other = l->ids[i];

		if (!is_late(r, other, id) ||
		    !history_was_seen(r->history, other))
			continue;
		r->violations++;
		fprintf(r->out, "Definition 1: %s takes effect too early:\n",
			text_of(r, id, text));
		history_print_path(r->history, other, id, r->out);
	}
}

/* The op changes its object now. */
static void
take_effect(struct recorder *r, uint32_t id)
{
	struct thing *x = recorder_thing(r, r->ops[id].object);
	bool is_slot = r->ops[id].head.type == OCR_MSG_SATISFY_EDT;

	line_remove(&x->under_way, id);
	x->n_slots -= is_slot;
	/* Slots commute, and a task may have very many. */
	if (!is_slot || x->n_slots < x->under_way.n - x->under_way.first)
		check_order(r, x, id);
	switch (r->ops[id].head.type) {
	case OCR_MSG_SATISFY:
		line_push(&x->satisfies, id);
		break;
	case OCR_MSG_ADD_DEP:
		line_push(&x->deps, id);
		break;
	case OCR_MSG_DESTROY:
		x->ended = true;
		/* The next channel under this label begins empty. */
		if (x->nb_sat)
			x->satisfies.n = x->deps.n = 0;
		break;
	}
}

/* -- Observing ------------------------------------------------------------ */

static bool
is_under_way(const struct thing *x, uint32_t id)
{
	for (uint32_t i = x->under_way.first; i < x->under_way.n; i++)
		if (x->under_way.ids[i] == id)
			return true;
	return false;
}

/* A label names one task after the other: what has not taken effect when one
 * begins is for those that follow. */
static void
begin_life(struct recorder *r, struct thing *t, uint32_t id)
{
	t->left = t->ended = false;
	for (uint32_t i = t->satisfies.first; i < t->satisfies.n; i++)
		if (!is_under_way(t, t->satisfies.ids[i]))
			history_order(r->history, t->satisfies.ids[i], id);
}

static void
on_task(struct ocr_observer *o, ocrGuid_t edt, const struct ocr_stream *s)
{
	struct recorder *r = (void *)o;
	struct thing *t = recorder_thing(r, edt);
	uint32_t id = history_add(r->history, 0, edt, edt);

	digest_word(&r->digest, DIGEST_TASK);
	digest_word(&r->digest, edt.lower);
	stream_of(r, s)->task = edt;
	/* Rules 1 and 6. */
	if (ocr_label_is(edt))
		begin_life(r, t, id);
	else
		recorder_order_all(r, &t->satisfies, id);
	history_order(r->history, t->created, id);
	t->last = id;
	/* A recording made by hand has streams of nobody. */
	if (s->rt)
		memory_copy_by(
			r->memory,
			((const struct ocr_edt_now *)(const void *)s)->edt, id);
}

static void
note_child(struct recorder *r, struct thing *parent, uint32_t id,
	   const struct ocr_op *op)
{
	const struct ocr_msg_create_edt *m = (const void *)op;
	struct thing *t = recorder_thing(r, m->edt);

	t->created = id;
	t->output = m->output;
	t->is_finish = m->flags & OCR_EDT_FINISH;
	t->scope = parent->is_finish ? parent : parent->scope;
	if (t->scope)
		line_push(&t->scope->members, id);
}

/* Slot 0, which counts a latch down: nothing else satisfies an output event. */
static bool
is_output(const struct thing *t, const struct ocr_op *op)
{
	const struct ocr_msg_satisfy *m = (const void *)op;

	return op->type == OCR_MSG_SATISFY && !m->slot &&
	       !ocr_guid_is_null(t->output) && ocr_guid_eq(m->event, t->output);
}

static void
on_issue(struct ocr_observer *o, const struct ocr_stream *s,
	 const struct ocr_op *op)
{
	struct recorder *r = (void *)o;
	struct thing *stream = stream_of(r, s);
	struct thing *t = recorder_thing(r, stream->task);
	uint32_t id = add(r, op, stream->task);

	digest_op(&r->digest, DIGEST_ISSUE, 0, op);
	history_order(r->history, t->last, id);
	if (t->left)
		recorder_order_scope(r, t, id);
	t->last = id;
	if (op->type == OCR_MSG_CREATE_EDT)
		note_child(r, t, id, op);
	if (op->type == OCR_MSG_SATISFY_EDT)
		line_push(&recorder_thing(r, r->ops[id].object)->satisfies, id);
	memory_note(r->memory, t->key, id, op);
	if (is_output(t, op))
		memory_end(r->memory, t->key);
	t->left |= op->type == OCR_MSG_SCOPE_LEAVE;
	t->ended |= op->type == OCR_MSG_TASK_END;
	line_push(&stream->line, id);
}

static void
on_skip(struct ocr_observer *o, const struct ocr_stream *s)
{
	struct recorder *r = (void *)o;
	uint32_t id = line_pop(&stream_of(r, s)->line);
	struct thing *x = recorder_thing(r, r->ops[id].object);

	digest_word(&r->digest, DIGEST_SKIP);
	line_remove(&x->under_way, id);
	x->n_slots -= r->ops[id].head.type == OCR_MSG_SATISFY_EDT;
}

static void
on_leave(struct ocr_observer *o, const struct ocr_stream *s, ocr_node_t self,
	 ocr_node_t to, const struct ocr_op *op)
{
	struct recorder *r = (void *)o;
	uint32_t id = line_pop(&stream_of(r, s)->line);

	digest_op(&r->digest, DIGEST_LEAVE, to, op);
	if (r->ops[id].head.type != op->type)
		ocr_bug("an op left its stream out of order");
	if (to == self)
		r->applying = id;
	else if (sim_op_has_object(op))
		line_push(&pair(r, self, to)->line, id);
}

static void
on_emit(struct ocr_observer *o, ocr_node_t self, ocr_node_t to,
	const struct ocr_op *op)
{
	struct recorder *r = (void *)o;
	uint32_t cause = r->frame ? r->frame->id : HISTORY_NONE;
	uint32_t id;

	digest_op(&r->digest, DIGEST_EMIT, to, op);
	if (!sim_op_has_object(op))
		return;
	id = add(r, op, NULL_GUID);
	if (cause != HISTORY_NONE)
		recorder_order_implicit(r, cause, id);
	if (op->type == OCR_MSG_SATISFY_EDT)
		line_push(&recorder_thing(r, r->ops[id].object)->satisfies, id);
	line_push(to == self ? &queue_here(r)->line : &pair(r, self, to)->line,
		  id);
}

/* May both ride on one creation?  Then they take effect together, so that
 * nobody can tell which of them was first. */
static bool
ride_together(struct recorder *r, const struct op *a, const struct op *b)
{
	const struct op *slot = a->head.type == OCR_MSG_SATISFY_EDT ? a : b;
	const struct op *other = slot == a ? b : a;

	return slot->head.type == OCR_MSG_SATISFY_EDT &&
	       (other->head.type == OCR_MSG_SATISFY_EDT
			? ocr_guid_eq(slot->object, other->object)
			: other->head.type == OCR_MSG_ADD_DEP &&
				  ocr_guid_eq(recorder_thing(r, slot->object)
						      ->output,
					      other->object));
}

static bool
is_that(const struct op *o, const struct ocr_op *op)
{
	const struct ocr_msg_satisfy_edt *s = (const void *)op;
	const struct ocr_msg_add_dep *d = (const void *)op;

	if (o->head.type != op->type || !ocr_guid_eq(o->object, s->edt))
		return false;
	return op->type == OCR_MSG_SATISFY_EDT
		       ? o->slot == s->slot
		       : o->slot == d->slot && ocr_guid_eq(o->dest, d->dest);
}

/* What has come from another node.  What a creation in brief says of slots and
 * who waits is in no order (src/stream/brief.h). */
static uint32_t
pop_pair(struct recorder *r, struct line *l, const struct ocr_op *op)
{
	for (uint32_t i = l->first;
	     i < l->n &&
	     ride_together(r, &r->ops[l->ids[l->first]], &r->ops[l->ids[i]]);
	     i++)
		if (is_that(&r->ops[l->ids[i]], op))
			return line_take(l, i);
	return line_pop(l);
}

/* Where the op has waited that comes to be handled now. */
static struct line *
line_in(struct recorder *r, enum ocr_source source, const struct ocr_op *op)
{
	if (source == OCR_FROM_QUEUE)
		return &queue_here(r)->line;
	return &recorder_thing(r, sim_op_object(op))->line;
}

static void
on_begin(struct ocr_observer *o, enum ocr_source source, ocr_node_t self,
	 ocr_node_t from, const struct ocr_op *op)
{
	struct recorder *r = (void *)o;
	struct frame *f = sim_own_calloc(1, sizeof(*f));

	digest_op(&r->digest, DIGEST_BEGIN, (uint64_t)source << 8 | from, op);
	f->outer = r->frame;
	r->frame = f;
	if (source == OCR_FROM_STREAM) {
		f->id = r->applying;
		r->applying = HISTORY_NONE;
		/* The runtime's own: the first task and its block. */
		if (f->id == HISTORY_NONE && sim_op_has_object(op))
			f->id = add(r, op, NULL_GUID);
	} else if (sim_op_has_object(op)) {
		f->id = source == OCR_FROM_NODE
				? pop_pair(r, &pair(r, from, self)->line, op)
				: line_pop(line_in(r, source, op));
	}
	if (f->id != HISTORY_NONE && !sim_op_is_same(&r->ops[f->id].head, op))
		ocr_bug("an op came out of order");
}

static void
on_end(struct ocr_observer *o)
{
	struct recorder *r = (void *)o;
	struct frame *f = r->frame;

	digest_word(&r->digest, DIGEST_END);
	if (f->id != HISTORY_NONE && !f->parked &&
	    sim_op_has_object(&r->ops[f->id].head) &&
	    !sim_op_creates(&r->ops[f->id].head))
		take_effect(r, f->id);
	r->frame = f->outer;
	free(f);
}

static void
on_park(struct ocr_observer *o)
{
	struct recorder *r = (void *)o;
	uint32_t id = r->frame->id;

	digest_word(&r->digest, DIGEST_PARK);
	r->frame->parked = true;
	/* Nobody looks for others when they are applied. */
	if (id != HISTORY_NONE && sim_op_has_object(&r->ops[id].head))
		line_push(&recorder_thing(r, r->ops[id].object)->line, id);
}

/* -- Blocks ---------------------------------------------------------------- */

struct memory *
recorder_memory(struct recorder *r, ocrGuid_t *task, uint32_t *op)
{
	const struct thing *t = recorder_thing(r, ocr_edt_guid(ocr_self->task));

	*task = t->key;
	*op = t->last;
	return r->memory;
}

/* -- Open and close -------------------------------------------------------- */

uint64_t
recorder_digest(const struct recorder *r)
{
	return r->digest;
}

struct recorder *
recorder_open(enum ocr_protocol protocol, FILE *out)
{
	struct recorder *r = sim_own_calloc(1, sizeof(*r));

	r->o = (struct ocr_observer){
		.task = on_task,
		.issue = on_issue,
		.leave = on_leave,
		.skip = on_skip,
		.emit = on_emit,
		.begin = on_begin,
		.end = on_end,
		.park = on_park,
	};
	r->protocol = protocol;
	r->out = out;
	r->history = history_open();
	r->memory = memory_open(r->history, out);
	return r;
}

struct ocr_observer *
recorder_observer(struct recorder *r)
{
	return &r->o;
}

static void
report_lost(void *ctx, struct thing *t)
{
	struct recorder *r = ctx;
	char text[128];

	for (uint32_t i = t->under_way.first; i < t->under_way.n; i++) {
		r->violations++;
		fprintf(r->out, "lost: %s has never taken effect\n",
			text_of(r, t->under_way.ids[i], text));
	}
}

uint64_t
recorder_close(struct recorder *r, bool delivered)
{
	uint64_t violations;

	if (delivered)
		things_each(&r->things, report_lost, r);
	violations = r->violations + memory_close(r->memory);
	things_free(&r->things);
	history_close(r->history);
	free(r->ops);
	free(r);
	return violations;
}
