/* SPDX-License-Identifier: BSD-3-Clause */
/* acquire.c - see acquire.h; the cases are listed in doc/change/PROTOCOL.md. */
#include "src/data/acquire.h"

#include "guidmap/guid.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/carry.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/data/loan.h"
#include "src/data/offer.h"
#include "src/data/right.h"
#include "src/names/guess.h"
#include "src/names/names.h"
#include "src/stream/direct.h"
#include "src/stream/dispatch.h"

#define ACQUIRED(edt_, block_, data_, index_)                                  \
	(struct ocr_msg_acquired)                                              \
	{                                                                      \
		.op = OCR_OP(OCR_MSG_ACQUIRED, struct ocr_msg_acquired),       \
		.edt = (edt_), .block = (block_), .data = (data_),             \
		.index = (index_),                                             \
	}

void
ocr_acquired(struct ocr_runtime *rt, struct ocr_block *b, void *data,
	     ocrGuid_t edt, uint32_t index)
{
	ocr_emit(rt, rt->self, &ACQUIRED(edt, b, data, index).op);
}

/* The next step of a task that has asked this node is that it has the block.
 * False: it is to be told. */
static bool
keep_step(struct ocr_runtime *rt, void *task, ocrGuid_t edt,
	  const struct ocr_step *step)
{
	if (!ocr_direct_follows(rt) ||
	    !ocr_deliveries_push_step(&ocr_self->fired, task, step))
		return false;
	ocr_self->follows = true;
	OCR_OBSERVE(rt, emit, rt->self, rt->self,
		    &ACQUIRED(edt, step->block, step->data, step->index).op);
	return true;
}

/* To an observer: it is had here. */
static __attribute__((cold, noinline)) void
show_grant(struct ocr_runtime *rt, const struct ocr_msg_acquire *m,
	   uint64_t size)
{
	OCR_OBSERVE(rt, grant,
		    &(struct ocr_msg_grant){.db = m->db,
					    .edt = m->edt,
					    .size = size,
					    .holder = rt->self},
		    OCR_WAY_CACHE);
}

/* What this node has of a block of another's.  True: it has a lease, or keeps
 * the right to write: *got is that, or has no block, and comes by itself. */
static bool
look_here(struct ocr_runtime *rt, struct ocr_msg_acquire *m,
	  enum ocr_needs needs, struct ocr_step *got)
{
	struct ocr_block *b =
		ocr_label_recurs(m->db) ? NULL : ocr_block_find(rt, m->db, 0);
	void *data;
	bool done;

	if (!b)
		return false;
	data = ocr_right_take_locked(rt, b, m->mode, needs);
	if (!data && ocr_offer_take_locked(rt, b, m, needs != OCR_NEEDS_MORE)) {
		ocr_block_unlock(rt, b);
		return true;
	}
	done = data != NULL;
	if (!done && b->copy.data &&
	    (b->copy.flags & (OCR_COPY_READY | OCR_COPY_STALE)) ==
		    OCR_COPY_READY) {
		done = b->copy.flags & OCR_COPY_LEASED &&
		       !ocr_mode_writes(m->mode);
		if (done) {
			ocr_copy_ref_locked(rt, b, &b->copy);
			data = b->copy.data;
			ocr_carry_used_locked(rt, b);
		} else {
			/* It is not given up before the home has answered. */
			m->have = b->copy.version;
			m->first = !!(b->copy.flags & OCR_COPY_PUSHED);
			b->copy.flags &= ~(uint32_t)OCR_COPY_PUSHED;
			b->copy.flags |= OCR_COPY_TOLD;
			ocr_block_foreign(b)->claims++;
		}
	}
	if (done) {
		if (__builtin_expect(rt->observer != NULL, 0))
			show_grant(rt, m, b->size);
		ocr_unlock(&b->lock, OCR_LOCK_DB);
		*got = (struct ocr_step){b, data, m->index};
	} else {
		ocr_block_unlock(rt, b);
	}
	return done;
}

/* If not, an answer is awaited. */
static bool
find_here(struct ocr_runtime *rt, struct ocr_msg_acquire *m,
	  enum ocr_needs needs, struct ocr_step *got)
{
	ocr_right_ask(rt, m->db);
	if (!look_here(rt, m, needs, got))
		return false;
	ocr_right_answered(rt, m->db);
	return true;
}

#define ACQUIRE(db_, edt_, index_, mode_)                                      \
	(struct ocr_msg_acquire)                                               \
	{                                                                      \
		.op = OCR_OP(OCR_MSG_ACQUIRE, struct ocr_msg_acquire),         \
		.db = (db_), .edt = (edt_), .have = OCR_HAVE_NONE,             \
		.index = (index_), .mode = (mode_),                            \
		.host = rt->data->serve.host,                                  \
	}

/* It is told behind what comes before. */
static __attribute__((noinline)) void
tell_had(struct ocr_runtime *rt, void *task, ocrGuid_t edt,
	 const struct ocr_step *step)
{
	if (!(task && keep_step(rt, task, edt, step)))
		ocr_acquired(rt, step->block, step->data, edt, step->index);
}

/* The block is here.  True: the task has it. */
static inline bool
had(struct ocr_runtime *rt, void *task, ocrGuid_t edt, bool next,
    const struct ocr_step *step)
{
	if (next)
		return true;
	tell_had(rt, task, edt, step);
	return false;
}

/* As ocr_acquire().  next: what follows comes next.  task: NULL, if only its
 * name is known. */
static __attribute__((noinline)) bool
ask(struct ocr_runtime *rt, void *task, ocrGuid_t edt, ocrGuid_t db,
    uint32_t mode, enum ocr_needs needs, bool next, struct ocr_step *step)
{
	struct ocr_msg_acquire m = ACQUIRE(db, edt, step->index, mode);
	ocr_node_t home = ocr_owner_of(rt, db);

	if (home != rt->self && find_here(rt, &m, needs, step))
		return step->block && had(rt, task, edt, next, step);
	if (home != rt->self && needs != OCR_NEEDS_MORE)
		m.index |= OCR_INDEX_ALONE;
	ocr_emit(rt, home, &m.op);
	return false;
}

/* Does what follows from the op come before all else?  An observer sees each
 * step by itself. */
static inline bool
is_next(const struct ocr_runtime *rt, bool follows)
{
	return follows && ocr_deliveries_is_empty(&ocr_self->fired) &&
	       !rt->observer;
}

/* Of another node, if it was brought just now. */
static inline bool
take_brought(struct ocr_runtime *rt, ocrGuid_t edt, ocrGuid_t db, uint32_t mode,
	     struct ocr_step *step)
{
	if (!ocr_self->brought.block ||
	    !ocr_carry_take_brought(rt, db, mode, step))
		return false;
	if (__builtin_expect(rt->observer != NULL, 0))
		show_grant(rt, &ACQUIRE(db, edt, step->index, mode),
			   ((struct ocr_block *)step->block)->size);
	return true;
}

/* Of this node, if it can be had at once. */
static inline bool
take_here(struct ocr_runtime *rt, ocrGuid_t db, uint32_t mode,
	  struct ocr_step *step)
{
	void *obj = ocr_guid_kind(db) == OCR_GUID_DB ? ocr_names_guess(rt, db)
						     : NULL;

	/* It is that one, or not taken. */
	if (!obj || !ocr_home_take(obj, db, mode, &step->data))
		return false;
	step->block = obj;
	return true;
}

bool
ocr_acquire(struct ocr_runtime *rt, void *task, ocrGuid_t edt, ocrGuid_t db,
	    uint32_t mode, enum ocr_needs needs, struct ocr_step *step)
{
	bool here = ocr_owner_of(rt, db) == rt->self && !ocr_label_is(db);
	bool follows = ocr_direct_follows(rt), next = is_next(rt, follows);

	/* Of a task with one slot that has been tried. */
	if (here && next && needs != OCR_NEEDS_ONLY &&
	    take_here(rt, db, mode, step))
		return true;
	if (!here && take_brought(rt, edt, db, mode, step))
		return had(rt, task, edt, next, step);
	/* Who goes on by way of the home would have it recalled. */
	if (__builtin_expect(ocr_self->back.has, 0))
		ocr_dispatch_take_back(rt);
	if (!here || !follows ||
	    !ocr_deliveries_push_step(&ocr_self->fired, task, step))
		return ask(rt, task, edt, db, mode, needs, next, step);
	ocr_self->follows = true;
	OCR_OBSERVE(rt, emit, rt->self, rt->self,
		    &ACQUIRE(db, edt, step->index, mode).op);
	return false;
}

bool
ocr_acquire_had(struct ocr_runtime *rt, void *task, ocrGuid_t edt,
		const struct ocr_step *step)
{
	return had(rt, task, edt, is_next(rt, ocr_direct_follows(rt)), step);
}

/* The task has the block.  True: it hears so now, for nothing comes before. */
static bool
go_on(struct ocr_runtime *rt, void *task, ocrGuid_t edt,
      const struct ocr_step *step)
{
	struct ocr_deliveries *kept = &ocr_self->fired;
	bool now = ocr_deliveries_is_empty(kept);

	if (!ocr_direct_follows(rt) ||
	    (!now && !ocr_deliveries_push_step(kept, task, step))) {
		ocr_acquired(rt, step->block, step->data, edt, step->index);
		return false;
	}
	OCR_OBSERVE(rt, emit, rt->self, rt->self,
		    &ACQUIRED(edt, step->block, step->data, step->index).op);
	return now;
}

bool
ocr_acquire_here(struct ocr_runtime *rt, void *task, ocrGuid_t edt,
		 ocrGuid_t db, uint32_t mode, struct ocr_step *step)
{
	const struct ocr_msg_acquire m = ACQUIRE(db, edt, step->index, mode);
	bool now = false;
	void *obj;
	int err;

	/* It is parked, or refused. */
	if (ocr_guid_kind(db) != OCR_GUID_DB ||
	    ocr_guidmap_find(rt->guids, db, &obj) != OCR_SLOT_LIVE) {
		ocr_dispatch_delayed(rt, &m.op);
		return false;
	}
	OCR_OBSERVE(rt, begin, OCR_FROM_QUEUE, rt->self, rt->self, &m.op);
	step->block = obj;
	err = ocr_home_acquire_at(rt, obj, rt->self, &m, &step->data);
	if (step->data)
		now = go_on(rt, task, edt, step);
	OCR_OBSERVE(rt, end);
	if (__builtin_expect(err, 0))
		ocr_dispatch_report(rt, rt->self, &m.op, err);
	return now;
}

void
ocr_acquire_show(struct ocr_runtime *rt, ocrGuid_t edt,
		 const struct ocr_step *step)
{
	OCR_OBSERVE(rt, begin, OCR_FROM_QUEUE, rt->self, rt->self,
		    &ACQUIRED(edt, step->block, step->data, step->index).op);
}

/* To a task that has asked this node: as its next step.  Whom another home
 * grants it to is not known to be there. */
void
ocr_acquire_granted(struct ocr_runtime *rt, struct ocr_block *b, void *data,
		    const struct ocr_msg_grant *m)
{
	struct ocr_step step = {b, data, ocr_loan_index(m->edt, m->index)};
	void *task;

	if (ocr_owner_of(rt, m->db) != rt->self || !ocr_self->depth ||
	    ocr_guid_kind(m->edt) != OCR_GUID_EDT || ocr_label_is(m->edt) ||
	    ocr_guidmap_find(rt->guids, m->edt, &task) != OCR_SLOT_LIVE ||
	    !keep_step(rt, task, m->edt, &step))
		ocr_acquired(rt, b, data, m->edt, step.index);
}

bool
ocr_acquire_anew(struct ocr_runtime *rt, const struct ocr_msg_grant *m)
{
	void *p = ocr_memory_alloc_kind(rt->memory, m->size, OCR_MEMORY_NEAR);
	struct ocr_step step = {.index = ocr_loan_index(m->edt, m->index)};

	if (!p)
		return false;
	ocr_memory_free_sized(rt->memory, p, m->size);
	ask(rt, NULL, m->edt, m->db, DB_MODE_RO,
	    ocr_loan_is_alone(m->edt, m->index) ? OCR_NEEDS_LAST
						: OCR_NEEDS_MORE,
	    false, &step);
	return true;
}
