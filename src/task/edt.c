/* SPDX-License-Identifier: BSD-3-Clause */
/* edt.c - see edt.h for the life of an EDT. */
#include "src/task/edt.h"

#include "fabric/log.h"
#include "src/base/code.h"
#include "src/base/fail.h"
#include "src/base/hint.h"
#include "src/base/hooks.h"
#include "src/base/observer.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/data/acquire.h"
#include "src/data/block.h"
#include "src/event/event.h"
#include "src/names/names.h"
#include "src/sched/sched.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"
#include "src/task/edt_side.h"
#include "src/task/scope.h"
#include "src/task/tasks.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static uint32_t
state_of(struct ocr_edt *t)
{
	return atomic_load_explicit(&t->state, memory_order_relaxed);
}

void
ocr_edt_no_way(uint32_t from, enum ocr_edt_state to)
{
	ocr_bug("a task goes from state %u to %u", from, (unsigned)to);
}

ocrGuid_t
ocr_edt_guid(struct ocr_edt *t)
{
	return t->guid;
}

struct ocr_scope *
ocr_edt_own_scope(struct ocr_edt *t)
{
	return t->own;
}

/* The memory of a task that nobody can reach any more. */
static void
release_memory(struct ocr_edt *t)
{
	if (t->held.blocks)
		ocr_held_fini(&t->held);
	if (t->stream.queue.head)
		ocr_stream_fini(&t->stream);
	if (t->far)
		free(t->far);
	t->far = NULL;
	if (t->side)
		ocr_edt_side_free(t);
}

void
ocr_edt_abandon(void *none, void *edt)
{
	struct ocr_edt *t = edt;

	(void)none;
	ocr_held_abandon(&t->held);
	release_memory(t);
}

void
ocr_edt_retire(struct ocr_edt *t, ocrGuid_t g, bool named)
{
	struct ocr_runtime *rt = t->rt;
	char text[OCR_GUID_TEXT];
	long late = named ? ocr_names_bury(rt, g, t) : 0;

	if (late > 0)
		ocr_log_error(rt->self, "%ld operations came too late for %s",
			      late, ocr_guid_text(g, text));
	release_memory(t);
	ocr_pool_put(&rt->tasks->edts, &ocr_self->edts, t);
}

/* -- Acquiring ---------------------------------------------------------- */

static bool
is_read(uint32_t mode)
{
	return mode == DB_MODE_CONST || mode == DB_MODE_RO;
}

/* A step that this worker keeps, or a message. */
static void
ask_for(struct ocr_edt *t, uint32_t index)
{
	const struct ocr_held_block *b = &t->held.blocks[index];
	struct ocr_step step = {.index = index};

	ocr_acquire(t->rt, t, t->guid, b->db, b->mode, &step);
}

static void
make_ready(struct ocr_edt *t)
{
	ocr_edt_set_state(t, OCR_EDT_READY);
	ocr_sched_ready(t->rt, &t->run);
}

/* All blocks for reading at once; then those for writing one after the other,
 * in the order of their GUIDs, so that no two tasks wait for each other. */
static void
acquire_next_write(struct ocr_edt *t)
{
	uint32_t i = t->next_write;

	while (i < t->held.n && is_read(t->held.blocks[i].mode))
		i++;
	t->next_write = i + 1;
	if (i < t->held.n)
		ask_for(t, i);
	else
		make_ready(t);
}

static bool
has_blocks(const struct ocr_edt *t)
{
	for (uint32_t i = 0; i < t->depc; i++)
		if (ocr_held_is_block(&t->depv[i]))
			return true;
	return false;
}

/* All slots are satisfied: the task is runnable. */
static void
begin_acquire(struct ocr_edt *t)
{
	uint32_t n = 0;

	if (!has_blocks(t)) {
		make_ready(t);
		return;
	}
	if (ocr_held_slots(&t->held, t->depv, t->depc)) {
		/* Its slots are taken: nobody can try again. */
		ocr_fail(t->rt, "no memory for the blocks of a task");
		return;
	}
	for (uint32_t i = 0; i < t->held.n; i++)
		n += is_read(t->held.blocks[i].mode);
	t->pending = n;
	t->next_write = 0;
	if (!n) {
		acquire_next_write(t);
		return;
	}
	for (uint32_t i = 0, asked = 0; asked < n; i++) {
		if (is_read(t->held.blocks[i].mode)) {
			asked++;
			ask_for(t, i);
		}
	}
}

/* The task that was found as g has what it has asked for.  0, or -EINVAL. */
static int
have(struct ocr_edt *t, ocrGuid_t g, const struct ocr_step *s)
{
	struct ocr_block *block = s->block;
	struct ocr_held_block *b = NULL;
	bool go_on = false;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (ocr_guid_eq(t->guid, g) && state_of(t) == OCR_EDT_ACQUIRING &&
	    s->index < t->held.n)
		b = &t->held.blocks[s->index];
	/* A home can be wrong: for writing only the block is good that was
	 * asked for last. */
	if (b && !b->block && ocr_guid_eq(b->db, block->guid) &&
	    (is_read(b->mode) || s->index + 1 == t->next_write)) {
		b->block = block;
		b->data = s->data;
		go_on = !is_read(b->mode) || !--t->pending;
	} else {
		b = NULL;
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	if (go_on)
		acquire_next_write(t);
	return b ? 0 : -EINVAL;
}

int
ocr_edt_on_acquired(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_acquired *m = (const void *)op;
	const struct ocr_step s = {m->block, m->data, m->index};
	int err = -EINVAL;
	void *obj;

	(void)from;
	if (ocr_guid_kind(m->edt) == OCR_GUID_EDT &&
	    ocr_names_find(rt, m->edt, &obj) == OCR_SLOT_LIVE)
		err = have(obj, m->edt, &s);
	if (err)
		ocr_block_put(rt, m->block, m->data);
	return err;
}

void
ocr_edt_step(struct ocr_runtime *rt, void *edt, const struct ocr_step *step)
{
	struct ocr_step s = *step;
	struct ocr_edt *t = edt;
	const struct ocr_held_block *b = &t->held.blocks[s.index];

	if (!s.block && !ocr_acquire_here(rt, t, t->guid, b->db, b->mode, &s))
		return;
	if (__builtin_expect(rt->observer != NULL, 0))
		ocr_acquire_show(rt, t->guid, &s);
	if (have(t, t->guid, &s))
		ocr_bug("a task was given a block that it has not asked for");
	OCR_OBSERVE(rt, end);
}

/* -- Slots -------------------------------------------------------------- */

int
ocr_edt_satisfy_at(struct ocr_edt *t, ocrGuid_t g,
		   const struct ocr_edt_slot *slot)
{
	bool last = false;
	int err = 0;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (!ocr_guid_eq(t->guid, g)) {
		err = -ENOENT;
	} else if (slot->index >= t->depc) {
		err = -EINVAL;
	} else if (state_of(t) != OCR_EDT_WAITING ||
		   (uint32_t)t->depv[slot->index].mode != OCR_EDT_UNSATISFIED) {
		err = -EPERM;
	} else {
		t->depv[slot->index].guid = slot->data;
		t->depv[slot->index].mode = (ocrDbAccessMode_t)slot->mode;
		last = !--t->unmet;
		if (last)
			ocr_edt_set_state(t, OCR_EDT_ACQUIRING);
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	if (last)
		begin_acquire(t);
	return err;
}

bool
ocr_edt_is_mode(uint32_t mode)
{
	return mode == DB_MODE_NULL || mode == DB_MODE_CONST ||
	       mode == DB_MODE_RW || mode == DB_MODE_EW || mode == DB_MODE_RO;
}

int
ocr_edt_feed(void *edt, const struct ocr_delivery *d)
{
	struct ocr_edt_slot slot = {d->data, d->to.slot, d->to.mode};

	return ocr_edt_is_mode(slot.mode)
		       ? ocr_edt_satisfy_at(edt, d->to.dest, &slot)
		       : -EINVAL;
}

/* -- Creation and destruction ------------------------------------------- */

/* The event of a label goes before the task: who creates the next one of that
 * label creates both. */
static void
destroy_output(struct ocr_runtime *rt, ocrGuid_t output)
{
	struct ocr_msg_destroy m = {
		.op = OCR_OP(OCR_MSG_DESTROY, struct ocr_msg_destroy),
		.guid = output,
	};

	if (ocr_label_is(output))
		ocr_dispatch_run(rt, rt->self, &m.op);
	else if (!ocr_guid_is_null(output))
		ocr_emit(rt, rt->self, &m.op);
}

int
ocr_edt_destroy_at(struct ocr_runtime *rt, struct ocr_edt *t, ocrGuid_t g)
{
	struct ocr_scope *scope = NULL;
	ocrGuid_t output = NULL_GUID;
	int err = 0;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (!ocr_guid_eq(t->guid, g)) {
		err = -ENOENT;
	} else if (state_of(t) != OCR_EDT_WAITING) {
		err = -EPERM;
	} else {
		ocr_edt_set_state(t, OCR_EDT_GONE);
		t->guid = NULL_GUID;
		/* The caller's event stays. */
		if (!(t->run.flags & OCR_EDT_OUTPUT_GIVEN))
			output = t->output;
		scope = t->scope;
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	if (err)
		return err;
	destroy_output(rt, output);
	ocr_edt_retire(t, g, true);
	if (scope)
		ocr_scope_leave(rt, scope);
	return 0;
}

int
ocr_edt_set_hint_at(struct ocr_runtime *rt, struct ocr_edt *t,
		    const struct ocr_msg_set_hint *m)
{
	ocrHint_t h = m->hint;
	int err = 0;

	ocr_hint_clean(&h, OCR_HINT_EDT_T, rt->size);
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	/* One that has ended needs no advice. */
	if (ocr_guid_eq(t->guid, m->guid))
		err = ocr_edt_side_hint_locked(t, &h);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return err;
}

static void
apply_parked(void *ctx, void *obj, ocr_node_t from, const struct ocr_op *op)
{
	struct ocr_runtime *rt = ctx;
	int err = -EINVAL;

	OCR_OBSERVE(rt, begin, OCR_PARKED, rt->self, from, op);
	if (op->type == OCR_MSG_SATISFY_EDT)
		err = ocr_edt_satisfy_by(obj, (const void *)op);
	else if (op->type == OCR_MSG_SET_HINT)
		err = ocr_edt_set_hint_at(rt, obj, (const void *)op);
	else if (op->type == OCR_MSG_DESTROY)
		err = ocr_edt_destroy_at(
			rt, obj,
			((const struct ocr_msg_destroy *)(const void *)op)
				->guid);
	OCR_OBSERVE(rt, end);
	if (err)
		ocr_dispatch_report(rt, from, op, err);
}

/* Places parameters and slots. */
static int
lay_out(struct ocr_edt *t, const struct ocr_msg_create_edt *m)
{
	size_t params = m->paramc * sizeof(uint64_t);
	size_t bytes = params + m->depc * sizeof(ocrEdtDep_t);
	void *at = t->near;

	t->far = NULL;
	if (bytes > sizeof(t->near)) {
		at = t->far = malloc(bytes);
		if (!at)
			return -ENOMEM;
	}
	t->paramc = m->paramc;
	t->depc = m->depc;
	t->paramv = m->paramc ? at : NULL;
	t->depv = m->depc ? (void *)((char *)at + params) : NULL;
	if (params)
		memcpy(t->paramv, m->paramv, params);
	for (uint32_t i = 0; i < m->depc; i++)
		t->depv[i] = (ocrEdtDep_t){
			.guid = NULL_GUID,
			.mode = (ocrDbAccessMode_t)OCR_EDT_UNSATISFIED,
		};
	return 0;
}

static int
take_hints_locked(struct ocr_edt *t, const struct ocr_msg_create_edt *m)
{
	ocrHint_t h;

	if (!(m->flags & OCR_EDT_HINTS))
		return 0;
	memcpy(&h, m->paramv + m->paramc, sizeof(h));
	ocr_hint_clean(&h, OCR_HINT_EDT_T, t->rt->size);
	return h.mask ? ocr_edt_side_hint_locked(t, &h) : 0;
}

static int
fill(struct ocr_runtime *rt, struct ocr_edt *t,
     const struct ocr_msg_create_edt *m, ocrEdt_t func, struct ocr_scope *scope)
{
	int err;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	atomic_store_explicit(&t->state, OCR_EDT_GONE, memory_order_relaxed);
	ocr_edt_set_state(t, OCR_EDT_WAITING);
	t->rt = rt;
	t->guid = m->edt;
	t->func = func;
	t->output = m->output;
	t->run.flags = m->flags;
	t->unmet = m->depc;
	t->unnamed = false;
	t->scope = scope;
	t->own = NULL;
	t->side = NULL;
	memset(&t->held, 0, sizeof(t->held));
	ocr_stream_init(&t->stream, rt);
	err = lay_out(t, m);
	if (!err)
		err = take_hints_locked(t, m);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return err;
}

/* 0 or -errno; with slots *made may have run and gone by then. */
static int
make(struct ocr_runtime *rt, const struct ocr_msg_create_edt *m, ocrEdt_t func,
     struct ocr_scope *scope, struct ocr_edt **made)
{
	struct ocr_edt *t = ocr_pool_get(&rt->tasks->edts, &ocr_self->edts);
	bool has_output = false;
	int err;

	if (!t) {
		rt->hooks->full(rt);
		return -ENOMEM;
	}
	*made = t;
	err = fill(rt, t, m, func, scope);
	if (!err && ocr_edt_makes_output(m)) {
		err = ocr_event_create(rt, m->output, 0);
		has_output = !err;
	}
	/* Before others can find it: without slots it is runnable, and cannot
	 * be destroyed any more. */
	if (!err && !m->depc)
		ocr_edt_set_state(t, OCR_EDT_ACQUIRING);
	if (!err)
		err = ocr_names_publish(rt, m->edt, t, apply_parked);
	if (!err)
		return 0;
	if (has_output)
		destroy_output(rt, m->output);
	/* Who looks at all tasks passes it over. */
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	t->guid = NULL_GUID;
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	release_memory(t);
	ocr_pool_put(&rt->tasks->edts, &ocr_self->edts, t);
	return err;
}

int
ocr_edt_make(struct ocr_runtime *rt, const struct ocr_msg_create_edt *m,
	     ocrEdt_t func, struct ocr_scope *scope)
{
	struct ocr_edt *t = NULL;
	int err = make(rt, m, func, scope, &t);

	/* The scope does not wait for what there will never be. */
	if (err && scope)
		ocr_scope_leave(rt, scope);
	if (!err && !m->depc)
		make_ready(t);
	return err;
}
