/* SPDX-License-Identifier: BSD-3-Clause */
/* db.c - data block management: OCR 1.1.0, section 2.5. */
#include "src/api/api.h"

#include "include/extensions/ocr-db-info.h"
#include "src/data/block.h"
#include "src/data/home.h"
#include "src/data/newborn.h"
#include "src/data/view.h"
#include "src/stream/stream.h"

#define FLAGS                                                                  \
	(DB_PROP_NO_ACQUIRE | DB_PROP_SINGLE_ASSIGNMENT | DB_PROP_NO_HINT |    \
	 OCR_API_NAMED | DB_PROP_LID)

/* With one of these it is not told to others later: data/newborn.h. */
#define SPECIAL (DB_PROP_NO_ACQUIRE | OCR_API_NAMED)

/* Copies of one block after the other of a label may meet on a node: so each
 * block has versions of its own, more than it will need.  Each node counts
 * those that it makes; up to an odd number, so that who makes a power of two of
 * them in each step does not come to the same ones again. */
static uint64_t
first_version(struct ocr_runtime *rt, ocrGuid_t g)
{
	const uint64_t all = UINT64_C(1) << (64 - OCR_BLOCK_VERSION_BITS);
	uint64_t own, n;

	if (!ocr_label_recurs(g))
		return 0;
	own = (all / rt->size - 1) | 1;
	/* Relaxed: only the value matters. */
	n = atomic_fetch_add_explicit(&rt->names->n_labeled_blocks, 1,
				      memory_order_relaxed);
	return (n % own * rt->size + rt->self) << OCR_BLOCK_VERSION_BITS;
}

/* The task may have had the block before, of the same label. */
static int
hold(struct ocr_edt *t, ocrGuid_t g, struct ocr_block *made)
{
	struct ocr_held_block *b =
		ocr_label_recurs(g) ? ocr_held_find(&t->held, g) : NULL;

	if (!b || !b->released)
		return ocr_held_add(&t->held, g, DB_MODE_RW, made,
				    made->copy.data);
	*b = (struct ocr_held_block){.db = g,
				     .block = made,
				     .data = made->copy.data,
				     .mode = DB_MODE_RW};
	return 0;
}

/* The creator writes to it at once, whoever its home is. */
static int
hold_new(struct ocr_edt *t, struct ocr_msg_create_db *m, const ocrHint_t *hint,
	 void **addr)
{
	ocrGuid_t g = m->db;
	struct ocr_block *b = ocr_block_create_in(t->rt, g, m->size, m->version,
						  ocr_hint_memory(hint));

	if (!b)
		return -ENOMEM;
	if (hold(t, g, b)) {
		ocr_block_abort(t->rt, b);
		return -ENOMEM;
	}
	if (ocr_owner_of(t->rt, g) == t->rt->self)
		m->block = b;
	if (addr && m->size)
		*addr = t->rt->strict
				? ocr_view_open(t->rt, ocr_edt_guid(t),
						ocr_edt_func(t),
						ocr_held_find(&t->held, g))
				: b->copy.data;
	return 0;
}

/* There is no such block after all. */
static __attribute__((cold, noinline)) void
let_go_new(struct ocr_edt *t, ocrGuid_t g)
{
	struct ocr_held_block *b = ocr_held_find(&t->held, g);
	struct ocr_block *made = b->block;

	if (b->view)
		ocr_view_close(b);
	b->released = true;
	ocr_held_forget(&t->held, b);
	ocr_block_abort(t->rt, made);
}

/* The home learns it from the message. */
static void
advise(struct ocr_edt *t, ocrGuid_t g, const ocrHint_t *hint)
{
	struct ocr_block *b = ocr_held_find(&t->held, g)->block;

	ocr_block_lock(b);
	ocr_block_advise_locked(t->rt, b, hint);
	ocr_block_unlock(t->rt, b);
}

static u8
no_memory(u64 len, int err)
{
	return ocr_refuse(ocr_err_code(err),
			  "len=%" PRIu64 "|there is not enough memory "
			  "for blocks on this node (OCR_MEM_LIMIT)",
			  len);
}

/* As most are: of this node, for the task itself, and nothing special. */
static u8
create_newborn(struct ocr_edt *t, ocrGuid_t *db, void **addr, u64 len)
{
	ocrGuid_t g = ocr_guid_new_here(ocr_self->guids, OCR_GUID_DB, 0);
	void *data;
	int err;

	if (addr)
		*addr = NULL;
	if (__builtin_expect(ocr_guid_is_null(g), 0))
		return ocr_why_no_guid();
	err = ocr_newborn_make(&t->now->stream, &t->held, g, len, &data);
	if (err)
		return no_memory(len, err);
	if (addr && len)
		*addr = data;
	*db = g;
	return 0;
}

static __attribute__((noinline)) u8
create(struct ocr_edt *t, ocrGuid_t *db, void **addr, u64 len, u16 flags,
       const ocrHint_t *hint)
{
	struct {
		struct ocr_msg_create_db m;
		ocrHint_t hint;
	} b = {.m = {
		       .op = OCR_OP(OCR_MSG_CREATE_DB,
				    struct ocr_msg_create_db),
		       .size = len,
		       .flags = flags & DB_PROP_NO_ACQUIRE ? OCR_DB_NO_ACQUIRE
							   : 0,
	       }};
	struct ocr_advice a;
	struct ocr_new n;
	bool is_held;
	u8 code;
	int err;

	ocr_stream_tell(&t->now->stream);
	ocr_api_advise_db(t->rt, hint, flags, &a);
	/* A copy may make it a part of what is copied. */
	if (b.m.flags && !(flags & OCR_API_NAMED))
		a.flags |= OCR_GUID_PART;
	code = ocr_api_name(t, &n, OCR_GUID_DB, a.flags, a.node, *db, flags);
	if (code)
		return code;
	b.m.db = n.guid;
	b.m.version = first_version(t->rt, n.guid);
	/* There is no pointer to give if it may be another's block. */
	if (n.how & ~GUID_PROP_IS_LABELED)
		b.m.flags |= OCR_DB_NO_ACQUIRE;
	if (addr)
		*addr = NULL;
	is_held = !b.m.flags;
	err = is_held ? hold_new(t, &b.m, &a.hint, addr) : 0;
	if (err)
		return no_memory(len, err);
	if (is_held && a.hint.mask)
		advise(t, b.m.db, &a.hint);
	ocr_api_tell(db, n.shown, n.how);
	if (a.hint.mask) {
		b.m.op.len_bytes = sizeof(b);
		b.m.flags |= OCR_DB_HINTS;
		b.hint = a.hint;
	}
	err = n.how || n.owner != t->rt->self
		      ? ocr_api_create(t, &n, &b.m.op, 0)
		      : ocr_home_new(&t->now->stream, &b.m);
	if (__builtin_expect(err && is_held, 0)) {
		let_go_new(t, b.m.db);
		if (addr)
			*addr = NULL;
	}
	return ocr_api_made(&n, &b.m.op, err);
}

static u8
make(ocrGuid_t *db, void **addr, u64 len, u16 flags, const ocrHint_t *hint,
     ocrInDbAllocator_t allocator)
{
	struct ocr_edt *t = ocr_api_task();

	if (!t)
		return ocr_why_no_task();
	if (!db)
		return ocr_why_null("db");
	if (flags & ~FLAGS)
		return ocr_why_flags("flags", flags, FLAGS);
	if (allocator != NO_ALLOC)
		return ocr_refuse(OCR_EINVAL,
				  "allocator=%u|NO_ALLOC is expected",
				  (unsigned)allocator);
	if (!(flags & SPECIAL) && (!hint || !hint->mask) &&
	    ocr_newborn_may(&t->now->stream))
		return create_newborn(t, db, addr, len);
	return create(t, db, addr, len, flags, hint);
}

/* The block as the calling task has it. */
static u8
held(ocrGuid_t db, struct ocr_held_block **b)
{
	struct ocr_edt *t = ocr_api_task();

	if (!t)
		return ocr_why_no_task();
	db = ocr_api_as(db, OCR_GUID_DB);
	if (ocr_guid_kind(db) != OCR_GUID_DB)
		return ocr_why_held(OCR_EINVAL, db);
	*b = ocr_held_find(&t->held, db);
	if (*b && !(*b)->released)
		return 0;
	return ocr_why_held(
		ocr_names_is_forged(t->rt, db) ? OCR_EINVAL : OCR_EACCES, db);
}

/* As most are that are released, or destroyed, by the task that made them. */
static inline struct ocr_held_block *
newborn(const struct ocr_edt *t, ocrGuid_t db)
{
	return t ? ocr_newborn_last(&t->now->stream, db) : NULL;
}

static u8
release(ocrGuid_t db)
{
	struct ocr_held_block *b = newborn(ocr_api_task(), db);
	u8 err;

	if (b && !b->released) {
		ocr_newborn_release(&ocr_self->task->now->stream, b);
		return 0;
	}
	/* What a slot without data holds: nothing to release. */
	if (ocr_api_task() && ocr_guid_is_null(db))
		return 0;
	err = held(db, &b);
	return err ? err : ocr_err_code(ocr_edt_release(ocr_self->task, b));
}

static u8
downgrade(ocrGuid_t db)
{
	struct ocr_held_block *b;
	u8 err;

	if (ocr_api_task() && ocr_guid_is_null(db))
		return 0;
	err = held(db, &b);
	return err ? err : ocr_err_code(ocr_edt_downgrade(ocr_self->task, b));
}

static u8
get_size(ocrGuid_t db, u64 *size)
{
	struct ocr_held_block *b;
	u8 err = size ? held(db, &b) : ocr_why_null("size");

	if (!err)
		*size = b->block->size;
	return err;
}

static u8
destroy(ocrGuid_t db)
{
	struct ocr_edt *t = ocr_api_task();
	struct ocr_block *had = NULL;
	struct ocr_held_block *b;
	int err = 0;

	b = newborn(t, db);
	if (b && ocr_newborn_end(&t->now->stream, b))
		return 0;
	if (!t)
		return ocr_why_no_task();
	db = ocr_api_as(db, OCR_GUID_DB);
	if (ocr_guid_kind(db) != OCR_GUID_DB ||
	    ocr_owner_of(t->rt, db) >= t->rt->size)
		return ocr_why_kind(OCR_EINVAL, "db", db, "a data block");
	b = ocr_held_find(&t->held, db);
	if (b && b->newborn && ocr_newborn_end(&t->now->stream, b))
		return 0;
	if (b && !b->released) {
		if (ocr_owner_of(t->rt, db) == t->rt->self)
			had = b->block;
		err = ocr_edt_release(t, b);
	}
	if (b)
		ocr_held_forget(&t->held, b);
	if (!err)
		err = ocr_home_destroy(&t->now->stream, had, db);
	return err ? ocr_why_about(OCR_MSG_DESTROY, db, err) : 0;
}

u8
ocrDbCreate(ocrGuid_t *db, void **addr, u64 len, u16 flags,
	    const ocrHint_t *hint, ocrInDbAllocator_t allocator)
{
	OCR_API_CREATE(db, make(db, addr, len, flags, hint, allocator));
}

u8
ocrDbRelease(ocrGuid_t db)
{
	OCR_API_CALL(OCR_MSG_RELEASE, db, release(db));
}

u8
ocrDbDowngradeRelease(ocrGuid_t db)
{
	OCR_API_CALL(OCR_MSG_RELEASE, db, downgrade(db));
}

u8
ocrDbGetSize(ocrGuid_t db, u64 *size)
{
	OCR_API_CALL(0, db, get_size(db, size));
}

u8
ocrDbDestroy(ocrGuid_t db)
{
	OCR_API_CALL(OCR_MSG_DESTROY, db, destroy(db));
}
