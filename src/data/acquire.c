/* SPDX-License-Identifier: BSD-3-Clause */
/* acquire.c - see acquire.h; the cases are listed in doc/change/PROTOCOL.md. */
#include "src/data/acquire.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/fail.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/carry.h"
#include "src/data/data.h"
#include "src/data/fetch.h"
#include "src/data/home.h"
#include "src/data/loan.h"
#include "src/data/offer.h"
#include "src/data/right.h"
#include "src/data/seat.h"
#include "src/data/starved.h"
#include "src/names/names.h"
#include "src/stream/direct.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <string.h>

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

/* -- Asking --------------------------------------------------------------- */

/* To an observer: it is had here. */
static inline void
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

/* The block is here.  True: the task has it. */
static inline bool
had(struct ocr_runtime *rt, void *task, ocrGuid_t edt, bool next,
    const struct ocr_step *step)
{
	if (next)
		return true;
	if (!(task && keep_step(rt, task, edt, step)))
		ocr_acquired(rt, step->block, step->data, edt, step->index);
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
	void *obj = ocr_guid_kind(db) == OCR_GUID_DB
			    ? ocr_guidmap_live(rt->guids, db)
			    : NULL;

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
	if (!here || !follows ||
	    !ocr_deliveries_push_step(&ocr_self->fired, task, step))
		return ask(rt, task, edt, db, mode, needs, next, step);
	ocr_self->follows = true;
	OCR_OBSERVE(rt, emit, rt->self, rt->self,
		    &ACQUIRE(db, edt, step->index, mode).op);
	return false;
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

/* -- Grants --------------------------------------------------------------- */

struct ocr_copy *
ocr_acquire_write_locked(struct ocr_runtime *rt, struct ocr_block *b,
			 struct ocr_copy *old, bool keep)
{
	uint64_t version = old->version;
	struct ocr_copy *c = old;
	const void *bytes;

	ocr_copy_move_locked(rt, b, old);
	bytes = old->data;
	if (!keep && !old->refs) {
		if (old->flags & OCR_COPY_STAYS)
			return NULL;
		ocr_copy_ref_locked(rt, b, c);
		c->version = version + 1;
		c->flags = OCR_COPY_READY | (c->flags & OCR_COPY_ALIAS);
		return c;
	}
	c = ocr_copy_add_locked(rt, b, version + 1);
	if (!c)
		return NULL;
	memcpy(c->data, bytes, b->size);
	c->flags = OCR_COPY_READY;
	old = ocr_copy_find_locked(b, version);
	if (!keep)
		/* Its last reader frees it. */
		old->flags &= ~(uint32_t)(OCR_COPY_PINNED | OCR_COPY_LEASED);
	return c;
}

/* For one who may write, where the version before is here. */
static struct ocr_copy *
write_here_locked(struct ocr_runtime *rt, struct ocr_block *b,
		  struct ocr_copy *old, const struct ocr_msg_grant *m)
{
	/* It may have been dropped while the grant waited for memory. */
	return ocr_acquire_write_locked(rt, b, old,
					m->flags & OCR_GRANT_COPY &&
						old->flags & OCR_COPY_PINNED);
}

/* The bytes of a grant when none of the wanted version are here.  *err is why
 * there are none. */
static struct ocr_copy *
make_locked(struct ocr_runtime *rt, struct ocr_block *b,
	    const struct ocr_msg_grant *m, uint64_t want, bool arrives,
	    int *err)
{
	struct ocr_copy *old = m->flags & OCR_GRANT_WRITE
				       ? ocr_copy_find_locked(b, m->version)
				       : NULL;
	struct ocr_copy *c;

	*err = -ENOMEM;
	if (old && old->flags & OCR_COPY_READY)
		return write_here_locked(rt, b, old, m);
	if (!(m->flags &
	      (OCR_GRANT_FRESH | OCR_GRANT_INLINE | OCR_GRANT_FETCH))) {
		*err = -EPROTO; /* it should be here */
		return NULL;
	}
	if (arrives && (c = ocr_copy_stay_locked(rt, b, m)))
		return c;
	c = ocr_copy_add_locked(rt, b, want);
	if (!c)
		return NULL;
	if (m->flags & OCR_GRANT_FRESH) {
		/* A file brings its own. */
		if (ocr_guid_kind(m->edt) != OCR_GUID_DB ||
		    m->index == OCR_PARTS_INDEX)
			memset(c->data, 0, m->size);
	} else if (m->flags & OCR_GRANT_INLINE) {
		memcpy(c->data, m->bytes, m->size);
	} else {
		*err = ocr_fetch_begin_locked(rt, b, c, m);
		if (!*err)
			return c;
		c->refs = 0;
		ocr_copy_settle_locked(rt, b, c);
		return NULL;
	}
	c->flags = OCR_COPY_READY;
	return c;
}

/* To a task that has asked this node: as its next step.  Whom another home
 * grants it to is not known to be there. */
static void
hand_over(struct ocr_runtime *rt, struct ocr_block *b, void *data,
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

static void
count(enum ocr_way way, const struct ocr_msg_grant *m)
{
	ocr_self->counted.grants[way]++;
	ocr_self->counted.bytes[way] += m->size;
}

/* How the bytes come, of which none of that version were here (is_new). */
static enum ocr_way
way_of(const struct ocr_msg_grant *m, const struct ocr_copy *c, bool is_new)
{
	if (!(c->flags & OCR_COPY_READY))
		return OCR_WAY_READ;
	if (!is_new)
		return OCR_WAY_CACHE;
	return m->flags & OCR_GRANT_INLINE  ? OCR_WAY_INLINE
	       : m->flags & OCR_GRANT_FRESH ? OCR_WAY_FRESH
					    : OCR_WAY_CACHE;
}

/* arrives: this is its handler, and m lies in its packet, perhaps.  0, -ENOMEM
 * (nothing has happened), or what a home did wrong. */
static int
grant_locked(struct ocr_runtime *rt, struct ocr_block *b,
	     const struct ocr_msg_grant *m, bool arrives)
{
	bool write = m->flags & OCR_GRANT_WRITE;
	uint64_t want = write ? m->version + 1 : m->version;
	struct ocr_copy *c = ocr_copy_find_locked(b, want);
	enum ocr_way way;
	int err = 0;
	bool is_new;
	void *lent;

	if (!c && (lent = ocr_loan_begin_locked(rt, b, m))) {
		OCR_OBSERVE(rt, grant, m, OCR_WAY_WINDOW);
		count(OCR_WAY_WINDOW, m);
		hand_over(rt, b, lent, m);
		return 0;
	}
	is_new = !c;
	if (c)
		ocr_copy_ref_locked(rt, b, c);
	else
		c = make_locked(rt, b, m, want, arrives, &err);
	if (!c)
		return err;
	way = way_of(m, c, is_new);
	OCR_OBSERVE(rt, grant, m, way);
	count(way, m);
	c->flags |= write ? OCR_COPY_PINNED : OCR_COPY_RELEASED;
	if (write && m->flags & OCR_GRANT_KEEP)
		ocr_right_begin_locked(rt, b, m);
	if (!(c->flags & OCR_COPY_READY)) {
		ocr_fetch_wait_locked(rt, b, c, m);
		return 0;
	}
	if (m->flags & OCR_GRANT_LEASE && !write) {
		c->flags |= OCR_COPY_LEASED;
		c->flags &= ~(uint32_t)OCR_COPY_CARRIED;
	}
	if (m->flags & OCR_GRANT_FETCH)
		ocr_fetch_answer(rt, m->db, m->version, m->holder, 1);
	hand_over(rt, b, c->data, m);
	return 0;
}

static void
fail(struct ocr_runtime *rt, const struct ocr_msg_grant *m, int err)
{
	char text[OCR_GUID_TEXT];

	ocr_fail(rt, "no way to the %llu bytes of %s: %s",
		 (unsigned long long)m->size, ocr_guid_text(m->db, text),
		 strerror(-err));
}

/* What the next version is made of stays until there is memory for that. */
static void
hold_locked(struct ocr_block *b, const struct ocr_msg_grant *m)
{
	struct ocr_copy *c = m->flags & OCR_GRANT_WRITE
				     ? ocr_copy_find_locked(b, m->version)
				     : NULL;

	if (c && !ocr_copy_find_locked(b, m->version + 1))
		c->flags |= OCR_COPY_HELD;
}

static void
let_go_locked(struct ocr_runtime *rt, struct ocr_block *b,
	      const struct ocr_msg_grant *m)
{
	struct ocr_copy *c = m->flags & OCR_GRANT_WRITE
				     ? ocr_copy_find_locked(b, m->version)
				     : NULL;

	if (!c || !(c->flags & OCR_COPY_HELD))
		return;
	c->flags &= ~(uint32_t)OCR_COPY_HELD;
	ocr_copy_settle_locked(rt, b, c);
}

/* A grant that waits for memory here makes its holder keep that version.  Two
 * nodes could wait for each other's memory like that; so a reader gives it
 * back, and asks again when there is memory. */
static void
give_back(struct ocr_runtime *rt, const struct ocr_msg_grant *m)
{
	struct ocr_msg_grant again = *m;

	again.op.len_bytes = sizeof(again);
	again.flags = OCR_GRANT_AGAIN;
	ocr_fetch_answer(rt, m->db, m->version, m->holder, 1);
	ocr_starved_add(rt, &again);
}

/* The turn of a file or of parts is the home's own, and cannot be asked for again:
 * without it the home would think that it is done, and the block could end
 * unsaved. */
static bool
gives_back(const struct ocr_msg_grant *m)
{
	return m->flags & OCR_GRANT_FETCH && !(m->flags & OCR_GRANT_WRITE) &&
	       ocr_guid_kind(m->edt) != OCR_GUID_DB;
}

static bool
ask_again(struct ocr_runtime *rt, const struct ocr_msg_grant *m)
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

/* Grants of one block come one after the other, but for one whose bytes are
 * here: it takes no memory from who waits for some, whose bytes, when they
 * come, could take the place of what it counts on. */
static bool
must_wait_locked(struct ocr_runtime *rt, struct ocr_block *b,
		 const struct ocr_msg_grant *m)
{
	uint64_t want = m->version + !!(m->flags & OCR_GRANT_WRITE);

	return ocr_starved_has(rt, m->db) && !ocr_copy_find_locked(b, want);
}

static void
take_grant_locked(struct ocr_runtime *rt, struct ocr_block *b,
		  const struct ocr_msg_grant *m, bool arrives)
{
	int err = must_wait_locked(rt, b, m) ? -ENOMEM
					     : grant_locked(rt, b, m, arrives);

	if (err == -ENOMEM && gives_back(m)) {
		give_back(rt, m);
	} else if (err == -ENOMEM) {
		if (m->flags & OCR_GRANT_KEEP)
			ocr_right_decline(rt, m->db);
		hold_locked(b, m);
		ocr_starved_add(rt, m);
	} else if (err) {
		fail(rt, m, err);
	}
}

void
ocr_acquire_grant_locked(struct ocr_runtime *rt, struct ocr_block *b,
			 const struct ocr_msg_grant *m)
{
	take_grant_locked(rt, b, m, false);
}

/* The block that a grant is of, locked; NULL: no memory. */
static struct ocr_block *
block_of(struct ocr_runtime *rt, const struct ocr_msg_grant *m)
{
	struct ocr_block *b;
	void *obj;

	if (ocr_owner_of(rt, m->db) != rt->self)
		return ocr_block_get(rt, m->db, m->size, m->version);
	/* Who waits for a grant keeps the block alive. */
	if (ocr_names_find(rt, m->db, &obj) != OCR_SLOT_LIVE)
		return NULL;
	b = obj;
	ocr_block_lock(b);
	return b;
}

bool
ocr_acquire_again(struct ocr_runtime *rt, const struct ocr_msg_grant *m)
{
	struct ocr_block *b;
	int err;

	if (m->flags & OCR_GRANT_AGAIN)
		return ask_again(rt, m);
	b = block_of(rt, m);
	if (!b)
		return false;
	err = grant_locked(rt, b, m, false);
	if (err != -ENOMEM)
		let_go_locked(rt, b, m);
	ocr_block_unlock(rt, b);
	if (err && err != -ENOMEM)
		fail(rt, m, err);
	return err != -ENOMEM;
}

int
ocr_acquire_on_grant(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_grant *m = (const void *)op;
	uint64_t bytes = m->flags & OCR_GRANT_INLINE ? m->size : 0;
	bool remote = m->flags & OCR_GRANT_FETCH;
	struct ocr_block *b;
	int err = 0;

	if (ocr_owner_of(rt, m->db) != from || from == rt->self ||
	    bytes > op->len_bytes || op->len_bytes < sizeof(*m) + bytes ||
	    (remote && m->holder >= rt->size) || m->flags & OCR_GRANT_AGAIN)
		return -EINVAL;
	/* That of parts is the answer to nobody. */
	if (ocr_guid_kind(m->edt) == OCR_GUID_EDT)
		ocr_right_answered(rt, m->db);
	b = ocr_block_get(rt, m->db, m->size, m->version);
	if (!b)
		return -ENOMEM;
	if (m->flags & OCR_GRANT_HAD && ocr_block_foreign(b)->claims)
		ocr_block_foreign(b)->claims--;
	ocr_block_hear_locked(rt, b, m->flags);
	ocr_offer_forget_locked(b);
	if (b->size == m->size)
		take_grant_locked(rt, b, m, true);
	else
		err = -EINVAL;
	ocr_copy_answered_locked(rt, b);
	ocr_copy_settle_locked(rt, b, &b->copy);
	ocr_block_unlock(rt, b);
	return err;
}
