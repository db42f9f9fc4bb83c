/* SPDX-License-Identifier: BSD-3-Clause */
/* home_leases.c - who need not ask the home: leases, and the right to write
 * that a node keeps.
 *
 * They are recalled under the block's lock, as grants are sent
 * (home_directory.c).
 */
#include "src/data/home_directory.h"

#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/parted.h"
#include "src/data/seen.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* So many writers in a row are as good as any number. */
#define MOST_PATIENCE 1000

/* -- Leases ---------------------------------------------------------------- */

static struct ocr_lease *
lease_of_locked(const struct ocr_home *h, ocr_node_t node)
{
	for (uint32_t i = 0; i < h->n_leases; i++)
		if (h->leases[i].node == node)
			return &h->leases[i];
	return NULL;
}

/* The lease that the node has, or a new one.  NULL: no memory. */
struct ocr_lease *
ocr_home_lease_locked(struct ocr_home *h, ocr_node_t node)
{
	struct ocr_lease *l = lease_of_locked(h, node), *more;

	if (l)
		return l;
	if (h->n_leases == h->cap_leases) {
		uint32_t cap = 2 * h->cap_leases;
		bool few = h->leases == h->few;

		more = realloc(few ? NULL : h->leases, cap * sizeof(*more));
		if (!more)
			return NULL;
		if (few)
			memcpy(more, h->few, sizeof(h->few));
		h->leases = more;
		h->cap_leases = cap;
	}
	l = &h->leases[h->n_leases++];
	*l = (struct ocr_lease){.node = node};
	return l;
}

static bool
may_carry_locked(const struct ocr_runtime *rt, const struct ocr_block *b,
		 ocr_node_t to)
{
	const struct ocr_home *h = &b->busy->home;

	return !h->writers && !h->queue && !h->destroyed && !h->callers &&
	       h->holder == rt->self && b->copy.version == h->version &&
	       (!h->chunk || h->loaded) && !lease_of_locked(h, to);
}

/* A block at rest needs no directory for one lease that will soon be returned.
 * False: it has one, or such a lease. */
static bool
lend_locked(struct ocr_runtime *rt, struct ocr_block *b, ocr_node_t to,
	    uint64_t cause)
{
	if (b->busy || b->flags & OCR_BLOCK_LENT || to >= OCR_COPY_LENT_NODES ||
	    !(b->copy.flags & OCR_COPY_PINNED))
		return false;
	b->flags |= OCR_BLOCK_LENT;
	b->copy.flags |= to * OCR_COPY_LENT;
	ocr_carry_note_cause(&rt->data->carry, b->guid, cause);
	return true;
}

static ocr_node_t
lent_to_locked(const struct ocr_block *b)
{
	return b->flags & OCR_BLOCK_LENT ? b->copy.flags / OCR_COPY_LENT
					 : OCR_NODE_NONE;
}

static void
end_lent_locked(struct ocr_block *b)
{
	b->flags &= ~(uint32_t)OCR_BLOCK_LENT;
	b->copy.flags %= OCR_COPY_LENT;
}

bool
ocr_home_is_back_locked(struct ocr_block *b)
{
	struct ocr_worker *w = ocr_self;

	if (!w->back.has || !ocr_guid_eq(w->back.db, b->guid) ||
	    lent_to_locked(b) != w->back.from ||
	    w->back.version != b->copy.version)
		return false;
	end_lent_locked(b);
	w->back.has = false;
	return true;
}

void
ocr_home_note_lent_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	ocr_node_t to = lent_to_locked(b);
	struct ocr_lease *l;

	if (to == OCR_NODE_NONE)
		return;
	end_lent_locked(b);
	l = ocr_home_lease_locked(&b->busy->home, to);
	l->carried = true;
	l->cause = ocr_carry_cause(&rt->data->carry, b->guid);
}

/* The lease is one of its directory. */
static __attribute__((noinline)) bool
carry_of_some_locked(struct ocr_runtime *rt, struct ocr_block *b, ocr_node_t to,
		     uint64_t cause, bool offered)
{
	struct ocr_lease *l = NULL;

	if (ocr_block_busy_locked(rt, b) && may_carry_locked(rt, b, to) &&
	    !(offered && ocr_home_is_crowded_locked(rt, b, to)))
		l = ocr_home_lease_locked(&b->busy->home, to);
	if (!l)
		return false;
	l->carried = true;
	l->offered = offered;
	l->cause = cause;
	ocr_seen_note_locked(rt, b, to);
	b->flags &= ~(uint32_t)OCR_BLOCK_BLANK;
	return true;
}

bool
ocr_home_carry_locked(struct ocr_runtime *rt, struct ocr_block *b,
		      ocr_node_t to, uint64_t cause, bool offered)
{
	if (!b->copy.data || !(b->copy.flags & OCR_COPY_READY) ||
	    b->flags & (OCR_BLOCK_WRITING | OCR_BLOCK_ORPHAN))
		return false;
	if (offered || !lend_locked(rt, b, to, cause))
		return carry_of_some_locked(rt, b, to, cause, offered);
	ocr_seen_note_locked(rt, b, to);
	b->flags &= ~(uint32_t)OCR_BLOCK_BLANK;
	return true;
}

bool
ocr_home_pass_locked(struct ocr_runtime *rt, struct ocr_block *b, ocr_node_t to,
		     uint64_t cause)
{
	struct ocr_home *h;

	if (!rt->data->rights.passes || rt->strict || ocr_label_is(b->guid) ||
	    !b->copy.data || !(b->copy.flags & OCR_COPY_READY) ||
	    b->flags & (OCR_BLOCK_WRITING | OCR_BLOCK_ORPHAN) ||
	    !ocr_block_busy_locked(rt, b) || !may_carry_locked(rt, b, to))
		return false;
	h = &b->busy->home;
	/* He would write in place; others may fetch what he has. */
	if (h->n_leases || h->origins || h->crowd || h->chunk || h->split ||
	    h->part)
		return false;
	ocr_home_note_turn_locked(
		rt, h, &(struct ocr_want){.node = to, .mode = DB_MODE_EW});
	h->writers = 1;
	h->writer = to;
	h->exclusive = h->kept = h->passed = true;
	h->wanted_back = false;
	h->pass_cause = cause;
	ocr_seen_note_locked(rt, b, to);
	b->flags &= ~(uint32_t)OCR_BLOCK_BLANK;
	return true;
}

/* Nobody has begun to write since it was offered: he waits for RECALLED, which
 * comes behind this, also if it is the reader's own node. */
static int
begin_fetch_locked(struct ocr_runtime *rt, struct ocr_block *b,
		   struct ocr_lease *l, uint64_t version)
{
	struct ocr_home *h = &b->busy->home;

	if (!l || !l->offered || version != h->version)
		return -EINVAL;
	l->offered = false;
	h->fetches++;
	ocr_fabric_serve(rt->fabric, 1);
	ocr_home_note_way_locked(rt, b, l->node, rt->self);
	return 0;
}

int
ocr_home_returned_locked(struct ocr_runtime *rt, struct ocr_block *b,
			 ocr_node_t from, uint64_t version, uint32_t fetches)
{
	struct ocr_home *h;
	struct ocr_lease *l;

	if (!b->busy) {
		if (fetches || lent_to_locked(b) != from)
			return -EINVAL;
		if (version == b->copy.version)
			end_lent_locked(b);
		return 0;
	}
	h = &b->busy->home;
	l = lease_of_locked(h, from);
	if (fetches > 1 || (fetches && begin_fetch_locked(rt, b, l, version)))
		return -EINVAL;
	/* It may have got one like others meanwhile. */
	if (!l || !l->carried || version != h->version)
		return 0;
	l->carried = false;
	/* Who was asked answers all the same. */
	if (!l->recalled)
		*l = h->leases[--h->n_leases];
	return 0;
}

/* Nobody has read what was carried before somebody writes; or before he whom it
 * was carried to does. */
static void
note_unused_locked(struct ocr_runtime *rt, const struct ocr_block *b,
		   const struct ocr_lease *l, ocr_node_t writer)
{
	if (l->carried && l->node == writer)
		ocr_carry_to_write(&rt->data->carry, b->guid, l->cause);
	else if (l->carried)
		ocr_carry_unwanted(&rt->data->carry, b->guid, l->cause);
}

static void
recall_one(struct ocr_runtime *rt, const struct ocr_block *b,
	   struct ocr_lease *l, bool gone)
{
	struct ocr_msg_recall m = {
		.op = OCR_OP(OCR_MSG_RECALL, struct ocr_msg_recall),
		.db = b->guid,
		.version = b->busy->home.version,
		.gone = gone,
	};

	if (l->recalled)
		return;
	l->recalled = true;
	ocr_dispatch_send(rt, l->node, &m.op);
}

/* Is nobody's lease left, but what ends with the grant to `writer`?  If not,
 * those that are left have been recalled.  His stays until then: the bytes of
 * parts may get another writer while the home waits.  Not what was offered: he
 * may have begun to read it from here. */
bool
ocr_home_recall_locked(struct ocr_runtime *rt, struct ocr_block *b,
		       ocr_node_t writer)
{
	struct ocr_home *h = &b->busy->home;
	bool all = true;

	for (uint32_t i = 0; i < h->n_leases; i++) {
		struct ocr_lease *l = &h->leases[i];

		if (l->node == writer && !l->recalled && !l->offered)
			continue;
		recall_one(rt, b, l, h->destroyed);
		all = false;
	}
	if (all) {
		for (uint32_t i = 0; i < h->n_leases; i++)
			note_unused_locked(rt, b, &h->leases[i], writer);
		h->yields |= h->n_leases != 0;
		h->n_leases = 0;
	}
	return all;
}

/* -- A right that is kept -------------------------------------------------- */

void
ocr_home_want_back_locked(struct ocr_runtime *rt, const struct ocr_block *b)
{
	struct ocr_home *h = &b->busy->home;
	struct ocr_msg_yield m = {
		.op = OCR_OP(OCR_MSG_YIELD, struct ocr_msg_yield),
		.db = b->guid,
	};

	if (!h->kept || h->wanted_back)
		return;
	h->wanted_back = true;
	ocr_dispatch_send(rt, h->writer, &m.op);
}

/* A turn to write for a node that has had the last ones: does it keep the
 * right? Not if anybody waits who would only take it back, nor while he waits
 * for the bytes. */
bool
ocr_home_may_keep_locked(const struct ocr_runtime *rt,
			 const struct ocr_block *b, const struct ocr_want *w,
			 uint32_t flags)
{
	const struct ocr_home *h = &b->busy->home;

	return rt->data->rights.keep && w->node != rt->self &&
	       !(flags & OCR_GRANT_FETCH) && !h->writers &&
	       h->in_a_row >= h->patience && !h->queue && !h->destroyed &&
	       !h->callers && !h->chunk && !h->split && !h->part &&
	       !ocr_label_is(b->guid) && !rt->strict;
}

/* Who was granted the block how often. */
void
ocr_home_note_turn_locked(const struct ocr_runtime *rt, struct ocr_home *h,
			  const struct ocr_want *w)
{
	if (h->last != w->node) {
		h->last = w->node;
		h->in_a_row = 0;
	}
	if (!h->patience)
		h->patience = rt->data->rights.keep;
	h->in_a_row += ocr_mode_writes(w->mode) && h->in_a_row < MOST_PATIENCE;
}

/* It was for nothing: not so soon again. */
static void
be_patient_locked(struct ocr_home *h)
{
	h->kept = h->wanted_back = false;
	h->patience = 2 * h->patience < MOST_PATIENCE ? 2 * h->patience
						      : MOST_PATIENCE;
}

void
ocr_home_given_back_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   uint64_t more)
{
	struct ocr_home *h = &b->busy->home;

	if (h->passed) {
		h->kept = h->wanted_back = h->passed = false;
		return;
	}
	be_patient_locked(h);
	h->version += more;
	if (more)
		h->patience = rt->data->rights.keep;
}

int
ocr_home_declined_locked(struct ocr_runtime *rt, struct ocr_block *b,
			 ocr_node_t from)
{
	struct ocr_home *h = &b->busy->home;

	if (!h->kept || h->writer != from)
		return -EINVAL;
	if (h->passed) {
		/* Nobody writes; what is here is the newest still. */
		ocr_carry_unwanted(&rt->data->carry, b->guid, h->pass_cause);
		h->kept = h->wanted_back = h->passed = h->exclusive = false;
		h->writers = 0;
	} else {
		be_patient_locked(h);
	}
	/* He may be joined. */
	ocr_home_pump_locked(rt, b);
	return 0;
}

/* -- The end of leases ----------------------------------------------------- */

/* Those who have cut the block may be followed. */
static void
tell_callers_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_home *h = &b->busy->home;
	struct ocr_caller *c;

	while (!h->n_leases && (c = h->callers)) {
		h->callers = c->next;
		ocr_parted_tell(rt, b->guid, c->node, c->wait);
		free(c);
	}
}

int
ocr_home_recalled_locked(struct ocr_runtime *rt, struct ocr_block *b,
			 ocr_node_t from)
{
	struct ocr_home *h = &b->busy->home;
	struct ocr_lease *l = lease_of_locked(h, from);

	if (!l || !l->recalled)
		return -EINVAL;
	note_unused_locked(rt, b, l, OCR_NODE_NONE);
	*l = h->leases[--h->n_leases];
	tell_callers_locked(rt, b);
	return 0;
}

int
ocr_home_tell_parted_locked(struct ocr_runtime *rt, struct ocr_block *b,
			    ocr_node_t node, uint64_t wait)
{
	struct ocr_home *h = &b->busy->home;
	struct ocr_caller *c = malloc(sizeof(*c));

	/* Nor does anybody begin by a right that is kept, once RECALL is there.
	 * Who is at work by it may be who waits for the answer. */
	if (!c ||
	    (h->kept && !h->yields && !ocr_home_lease_locked(h, h->writer))) {
		free(c);
		return -ENOMEM;
	}
	*c = (struct ocr_caller){h->callers, wait, node};
	h->callers = c;
	/* A writer's node has no lease when his grant has come; but that may
	 * take its time.  There is room: nobody gets a lease meanwhile. */
	if (h->yields)
		h->leases[h->n_leases++] =
			(struct ocr_lease){.node = h->writer};
	h->yields = false;
	for (uint32_t i = 0; i < h->n_leases; i++)
		recall_one(rt, b, &h->leases[i], h->destroyed);
	tell_callers_locked(rt, b);
	return 0;
}
