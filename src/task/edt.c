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
#include "src/data/acquire_all.h"
#include "src/data/block.h"
#include "src/data/home.h"
#include "src/event/event.h"
#include "src/names/guess.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"
#include "src/stream/dispatch.h"
#include "src/stream/rider.h"
#include "src/task/edt_life.h"
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

static bool
has_pooled_words(const struct ocr_edt *t)
{
	return ocr_edt_is_far(t) &&
	       t->paramc * sizeof(uint64_t) +
			       (size_t)t->depc * sizeof(ocrEdtDep_t) <=
		       OCR_EDT_FAR_BYTES;
}

void
ocr_edt_free_rest(struct ocr_edt *t)
{
	if (t->held.blocks)
		ocr_held_fini(&t->held);
	if (has_pooled_words(t))
		ocr_pool_put(&t->rt->tasks->fars, &ocr_self->fars, t->words);
	else if (ocr_edt_is_far(t))
		free(t->words);
	t->words = NULL;
	if (t->side)
		ocr_edt_side_free(t);
}

void
ocr_edt_now_abandon(void *none, void *now)
{
	(void)none;
	ocr_stream_fini(&((struct ocr_edt_now *)now)->stream);
}

void
ocr_edt_abandon(void *none, void *edt)
{
	struct ocr_edt *t = edt;

	(void)none;
	ocr_held_abandon(&t->held);
	/* They go with their pool. */
	if (has_pooled_words(t))
		t->words = NULL;
	ocr_edt_release_rest(t);
}

void
ocr_edt_lament(struct ocr_edt *t, ocrGuid_t g, long late)
{
	char text[OCR_GUID_TEXT];

	ocr_log_error(t->rt->self, "%ld operations came too late for %s", late,
		      ocr_guid_text(g, text));
}

/* -- Acquiring ---------------------------------------------------------- */

static bool
is_read(uint32_t mode)
{
	return mode == DB_MODE_CONST || mode == DB_MODE_RO;
}

/* True: the task has it now; nobody else acts for it meanwhile in what is
 * written here.  False: a step that this worker keeps, or a message. */
static inline bool
ask_for(struct ocr_edt *t, uint32_t index, enum ocr_needs needs)
{
	struct ocr_held_block *b = &t->held.blocks[index];
	struct ocr_step step = {.index = index};

	if (b->block) {
		/* It was taken with all others. */
		step.block = b->block;
		step.data = b->data;
		b->block = NULL;
		if (!ocr_acquire_had(t->rt, t, ocr_edt_guid(t), &step))
			return false;
	} else if (!ocr_acquire(t->rt, t, ocr_edt_guid(t), b->db, b->mode,
				needs, &step))
		return false;
	b->block = step.block;
	b->data = step.data;
	return true;
}

static void
make_ready(struct ocr_edt *t)
{
	ocr_edt_set_state(t, OCR_EDT_READY);
	ocr_worker_ready(t->rt, &t->run);
}

/* The first to be written of those from i on. */
static uint32_t
find_write(const struct ocr_edt *t, uint32_t i)
{
	while (i < t->held.n && is_read(t->held.blocks[i].mode))
		i++;
	return i;
}

static enum ocr_needs
what_is_needed(const struct ocr_edt *t, bool last)
{
	if (t->depc == 1)
		return OCR_NEEDS_ONLY;
	return last ? OCR_NEEDS_LAST : OCR_NEEDS_MORE;
}

/* All blocks for reading at once; then those for writing one after the other,
 * in the order of their GUIDs, so that no two tasks wait for each other. */
static void
acquire_next_write(struct ocr_edt *t)
{
	uint32_t i, n = t->held.n;

	if (!t->next_write && n > 1 && t->rt->size > 1)
		ocr_acquire_all(t->rt, ocr_edt_guid(t), t->held.blocks, n);
	do {
		i = find_write(t, t->next_write);
		t->next_write = i + 1;
		if (i >= n) {
			make_ready(t);
			return;
		}
	} while (ask_for(
		t, i,
		what_is_needed(t, i + 1 == n || find_write(t, i + 1) == n)));
}

/* So many of those for reading are here, and who brings others may have come
 * meanwhile.  True: that was the last. */
static bool
count_read(struct ocr_edt *t, uint32_t n)
{
	bool all;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	t->pending -= n;
	all = !t->pending;
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return all;
}

/* Of two blocks one is read and the other written: as acquire_reads() and
 * acquire_next_write(), without looking for which comes next. */
static inline bool
is_pair(const struct ocr_edt *t)
{
	return t->held.n == 2 && is_read(t->held.blocks[0].mode) !=
					 is_read(t->held.blocks[1].mode);
}

static inline void
acquire_pair(struct ocr_edt *t)
{
	uint32_t read = !is_read(t->held.blocks[0].mode);

	t->next_write = 0;
	t->pending = 1;
	if (!ask_for(t, read, OCR_NEEDS_MORE))
		return;
	t->next_write = 2 - read;
	if (ask_for(t, !read, OCR_NEEDS_LAST))
		make_ready(t);
}

/* All n for reading, at once.  True: the task has them, and this thread goes on
 * for it. */
static bool
acquire_reads(struct ocr_edt *t, uint32_t n)
{
	uint32_t had = 0;

	/* While this thread is at it, nobody goes on for the task. */
	t->pending = n + (n > 1);
	for (uint32_t i = 0, asked = 0; asked < n; i++) {
		if (is_read(t->held.blocks[i].mode)) {
			asked++;
			had += ask_for(t, i, what_is_needed(t, t->held.n == 1));
		}
	}
	return had == n || (n > 1 && count_read(t, had + 1));
}

static bool
has_blocks(const struct ocr_edt *t)
{
	for (uint32_t i = 0; i < t->depc; i++)
		if (ocr_held_is_block(&ocr_edt_depv(t)[i]))
			return true;
	return false;
}

/* Other nodes answer to its name. */
static __attribute__((noinline)) bool
become_known(struct ocr_edt *t)
{
	ocrGuid_t g;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	g = ocr_edt_name(t);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return !ocr_guid_is_null(g);
}

/* Is its only block one of this node that it can have at once, since nothing
 * comes before?  An observer is to see that it asks. */
static bool
has_only(struct ocr_edt *t)
{
	struct ocr_held_block *b = t->held.blocks;
	struct ocr_runtime *rt = t->rt;

	if (rt->observer || !ocr_deliveries_is_empty(&ocr_self->fired) ||
	    ocr_owner_of(rt, b->db) != rt->self || ocr_label_is(b->db) ||
	    !ocr_direct_follows(rt))
		return false;
	/* It is that one, or not taken. */
	b->block = ocr_guid_kind(b->db) == OCR_GUID_DB
			   ? ocr_names_guess(rt, b->db)
			   : NULL;
	if (b->block && ocr_home_take(b->block, b->db, b->mode, &b->data))
		return true;
	b->block = NULL;
	return false;
}

void
ocr_edt_acquire(struct ocr_edt *t)
{
	uint32_t n = 0;

	if (!has_blocks(t)) {
		make_ready(t);
		return;
	}
	if (ocr_held_slots(&t->held, ocr_edt_depv(t), t->depc)) {
		/* Its slots are taken: nobody can try again. */
		ocr_fail(t->rt, "no memory for the blocks of a task");
		return;
	}
	if (t->held.n == 1 && has_only(t)) {
		make_ready(t);
		return;
	}
	if (t->hidden && !become_known(t)) {
		ocr_fail(t->rt, "no memory for the name of a task");
		return;
	}
	if (is_pair(t)) {
		acquire_pair(t);
		return;
	}
	for (uint32_t i = 0; i < t->held.n; i++)
		n += is_read(t->held.blocks[i].mode);
	t->next_write = 0;
	if (!n || acquire_reads(t, n))
		acquire_next_write(t);
}

/* The task that was found as g has what it has asked for.  0, or -EINVAL. */
static int
have(struct ocr_edt *t, ocrGuid_t g, const struct ocr_step *s)
{
	struct ocr_block *block = s->block;
	struct ocr_held_block *b = NULL;
	bool go_on = false;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (ocr_edt_is(t, g) && state_of(t) == OCR_EDT_ACQUIRING &&
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

	if (!s.block &&
	    !ocr_acquire_here(rt, t, ocr_edt_guid(t), b->db, b->mode, &s))
		return;
	if (__builtin_expect(rt->observer != NULL, 0))
		ocr_acquire_show(rt, ocr_edt_guid(t), &s);
	if (have(t, ocr_edt_guid(t), &s))
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
	if (!ocr_edt_is(t, g)) {
		err = -ENOENT;
	} else if (slot->index >= t->depc) {
		err = -EINVAL;
	} else if (state_of(t) != OCR_EDT_WAITING ||
		   (uint32_t)ocr_edt_depv(t)[slot->index].mode !=
			   OCR_EDT_UNSATISFIED) {
		err = -EPERM;
	} else {
		ocr_edt_depv(t)[slot->index].guid = slot->data;
		ocr_edt_depv(t)[slot->index].mode =
			(ocrDbAccessMode_t)slot->mode;
		last = !--t->unmet;
		if (last)
			ocr_edt_set_state(t, OCR_EDT_ACQUIRING);
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	if (last)
		ocr_edt_acquire(t);
	return err;
}

#define SATISFY(g_, slot_)                                                     \
	(struct ocr_msg_satisfy_edt)                                           \
	{                                                                      \
		.op = OCR_OP(OCR_MSG_SATISFY_EDT, struct ocr_msg_satisfy_edt), \
		.edt = (g_), .data = (slot_)->data, .slot = (slot_)->index,    \
		.mode = (slot_)->mode,                                         \
	}

int
ocr_edt_satisfy(struct ocr_stream *s, ocrGuid_t g,
		const struct ocr_edt_slot *slot)
{
	struct ocr_edt *t;
	int err;

	if (ocr_rider_satisfies(s, g, slot->data, slot->index, slot->mode))
		return 0;
	t = ocr_direct_ok(s) ? ocr_names_made(g) : NULL;
	if (!t)
		t = ocr_names_guess_direct(s, g);
	if (!t || !ocr_edt_is(t, g))
		return ocr_stream_submit(s, ocr_owner_of(s->rt, g),
					 &SATISFY(g, slot).op);
	OCR_DIRECT_BEGIN(s, &SATISFY(g, slot).op);
	err = ocr_edt_satisfy_at(t, g, slot);
	ocr_direct_end(s->rt);
	return err;
}

bool
ocr_edt_is_mode(uint32_t mode)
{
	return mode == DB_MODE_NULL || mode == DB_MODE_CONST ||
	       mode == DB_MODE_RW || mode == DB_MODE_EW || mode == DB_MODE_RO;
}

/* One that no map knows, or has known when the event was told of it. */
static __attribute__((noinline)) int
feed_named(struct ocr_edt *t, const struct ocr_delivery *d)
{
	struct ocr_edt_slot slot = {d->data, 0, DB_DEFAULT_MODE};
	int err = ocr_edt_satisfy_at(t, d->to.dest, &slot);

	return __builtin_expect(err == -ENOENT, 0)
		       ? ocr_edt_satisfy_at(t, ocr_edt_name_now(t, d->to.dest),
					    &slot)
		       : err;
}

/* As a rule it waits as it did: with one slot, which nobody else satisfies. */
static inline int
feed_hidden(struct ocr_edt *t, const struct ocr_delivery *d)
{
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (__builtin_expect(!ocr_edt_is(t, d->to.dest) ||
				     state_of(t) != OCR_EDT_WAITING,
			     0)) {
		ocr_unlock(&t->lock, OCR_LOCK_EDT);
		return feed_named(t, d);
	}
	*ocr_edt_depv(t) =
		(ocrEdtDep_t){.guid = d->data, .mode = DB_DEFAULT_MODE};
	t->unmet = 0;
	ocr_edt_set_state(t, OCR_EDT_ACQUIRING);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	if (ocr_guid_is_null(d->data))
		make_ready(t);
	else
		ocr_edt_acquire(t);
	return 0;
}

int
ocr_edt_feed(void *edt, const struct ocr_delivery *d)
{
	struct ocr_edt_slot slot;

	if (d->to.mode & OCR_WAITER_HIDDEN)
		return feed_hidden(edt, d);
	slot = (struct ocr_edt_slot){d->data, d->to.slot, d->to.mode};
	return ocr_edt_is_mode(slot.mode)
		       ? ocr_edt_satisfy_at(edt, d->to.dest, &slot)
		       : -EINVAL;
}

/* -- Destruction ----------------------------------------------------------- */

/* The event of a label goes before the task: who creates the next one of that
 * label creates both. */
void
ocr_edt_destroy_output(struct ocr_runtime *rt, ocrGuid_t output)
{
	struct ocr_msg_destroy m = OCR_DESTROY(output);

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
	bool named = true;
	int err = 0;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (!ocr_edt_is(t, g)) {
		err = -ENOENT;
	} else if (state_of(t) != OCR_EDT_WAITING) {
		err = -EPERM;
	} else {
		ocr_edt_set_state(t, OCR_EDT_GONE);
		ocr_guid_cell_clear(&t->name);
		/* The caller's event stays. */
		if (!(t->run.flags & OCR_EDT_OUTPUT_GIVEN))
			output = t->output;
		scope = t->scope;
		named = !t->hidden;
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	if (err)
		return err;
	ocr_edt_destroy_output(rt, output);
	if (named)
		ocr_edt_bury(t, g);
	ocr_edt_recycle(ocr_self, t);
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
	if (ocr_edt_is(t, m->guid))
		err = ocr_edt_side_hint_locked(t, &h);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return err;
}

int
ocr_edt_apply_parked(struct ocr_runtime *rt, void *obj, ocr_node_t from,
		     const struct ocr_op *op)
{
	const void *m = op;

	(void)from;
	switch (op->type) {
	case OCR_MSG_SATISFY_EDT:
		return ocr_edt_satisfy_by(obj, m);
	case OCR_MSG_SET_HINT:
		return ocr_edt_set_hint_at(rt, obj, m);
	case OCR_MSG_DESTROY:
		return ocr_edt_destroy_at(
			rt, obj, ((const struct ocr_msg_destroy *)m)->guid);
	default:
		return -EINVAL;
	}
}
