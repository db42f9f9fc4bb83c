/* SPDX-License-Identifier: BSD-3-Clause */
/* acquire_grant.c - a grant becomes bytes: which copy it gets, made or fetched
 * if there is none, and what becomes of it without memory.  See acquire.h.
 */
#include "src/data/acquire.h"

#include "guidmap/guid.h"
#include "src/base/fail.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/data/along.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/fetch.h"
#include "src/data/loan.h"
#include "src/data/offer.h"
#include "src/data/right.h"
#include "src/data/starved.h"
#include "src/names/names.h"

#include <errno.h>
#include <string.h>

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
		ocr_acquire_granted(rt, b, lent, m);
		return 0;
	}
	/* Tasks read it in its packet, and nobody may write there. */
	if (c && write && c->flags & OCR_COPY_STAYS)
		return -EPROTO;
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
	ocr_acquire_granted(rt, b, c->data, m);
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
 * back, and asks again when there is memory.  So does one whose bytes have
 * come: there is no memory to keep many of them. */
static void
give_back(struct ocr_runtime *rt, const struct ocr_msg_grant *m)
{
	struct ocr_msg_grant again = *m;

	again.op.len_bytes = sizeof(again);
	again.flags = OCR_GRANT_AGAIN;
	if (m->flags & OCR_GRANT_FETCH)
		ocr_fetch_answer(rt, m->db, m->version, m->holder, 1);
	ocr_starved_add(rt, &again);
}

/* The turn of a file or of parts is the home's own, and cannot be asked for
 * again: without it the home would think that it is done, and the block could
 * end unsaved. */
static bool
gives_back(const struct ocr_msg_grant *m)
{
	bool is_long = m->flags & OCR_GRANT_INLINE && m->size > OCR_ALONG_FAR;

	return (is_long || m->flags & OCR_GRANT_FETCH) &&
	       !(m->flags & OCR_GRANT_WRITE) &&
	       ocr_guid_kind(m->edt) != OCR_GUID_DB;
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
		return ocr_acquire_anew(rt, m);
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
