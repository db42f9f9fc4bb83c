/* SPDX-License-Identifier: BSD-3-Clause */
/* home_directory.c - turns, and sources.
 *
 * Grants, drops and recalls are sent under the block's lock, against the
 * general rule: they must reach each node in the order in which they were
 * decided, and sending only appends to a batch.
 */
#include "src/data/home_directory.h"

#include "fabric/clock.h"
#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/fail.h"
#include "src/base/hooks.h"
#include "src/base/runtime.h"
#include "src/data/acquire.h"
#include "src/data/along.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/far.h"
#include "src/data/parted.h"
#include "src/data/push.h"
#include "src/data/seen.h"
#include "src/data/split.h"
#include "src/names/names.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* -- Versions that are no more the newest --------------------------------- */

void
ocr_home_drop_locked(struct ocr_runtime *rt, struct ocr_block *b,
		     ocr_node_t node, uint64_t version, uint32_t flags)
{
	struct ocr_msg_drop m = {
		.op = OCR_OP(OCR_MSG_DROP, struct ocr_msg_drop),
		.db = b->guid,
		.version = version,
		.flags = flags,
	};

	if (node == rt->self)
		ocr_acquire_drop_locked(rt, b, &m);
	else
		ocr_dispatch_send(rt, node, &m.op);
}

/* The holder's bytes will be overwritten, or others will be the newest, while
 * `fetches` others still read them from there. */
static void
keep_past_locked(struct ocr_runtime *rt, struct ocr_block *b, uint64_t fetches,
		 uint32_t drop)
{
	struct ocr_home *h = &b->busy->home;
	char text[OCR_GUID_TEXT];
	struct ocr_origin *p;

	h->fetches = 0;
	if (!fetches) {
		ocr_home_drop_locked(rt, b, h->holder, h->version, drop);
		return;
	}
	p = malloc(sizeof(*p));
	if (!p) {
		ocr_fail(rt, "no memory to know who reads a version of %s",
			 ocr_guid_text(b->guid, text));
		return;
	}
	*p = (struct ocr_origin){.next = h->origins,
				 .version = h->version,
				 .fetches = fetches,
				 .offset = h->offset,
				 .node = h->holder,
				 .drop = drop};
	/* It still is the newest, and stays as it is. */
	if (drop & OCR_DROP_KEEP)
		p->state = OCR_ORIGIN_SERVES;
	h->origins = p;
}

void
ocr_home_adopt_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_home *h = &b->busy->home;

	if (b->flags & OCR_BLOCK_LAZY || h->writers || h->destroyed ||
	    h->holder == rt->self || h->holder == OCR_NODE_NONE ||
	    !b->copy.data || b->copy.version != h->version ||
	    !(b->copy.flags & OCR_COPY_READY))
		return;
	/* He keeps a copy that nobody counts on. */
	ocr_seen_note_locked(rt, b, h->holder);
	keep_past_locked(rt, b, h->fetches, OCR_DROP_KEEP);
	b->copy.flags |= OCR_COPY_PINNED;
	h->holder = rt->self;
}

int
ocr_home_fetched_locked(struct ocr_runtime *rt, struct ocr_block *b,
			ocr_node_t from, ocr_node_t source, uint64_t version,
			uint64_t count)
{
	struct ocr_home *h = &b->busy->home;
	struct ocr_origin **p, *done;
	uint64_t *fetches;

	for (p = &h->origins; *p; p = &(*p)->next)
		if ((*p)->version == version && (*p)->node == source)
			break;
	fetches = *p ? &(*p)->fetches : &h->fetches;
	if ((!*p && (version != h->version || source != h->holder)) ||
	    *fetches < count)
		return -EINVAL;
	*fetches -= count;
	if (source == rt->self)
		ocr_fabric_serve(rt->fabric, -(int)count);
	if (version == h->version)
		ocr_home_end_way_locked(h, from, source);
	if (*p && !*fetches && (*p)->state == OCR_ORIGIN_PAST) {
		done = *p;
		*p = done->next;
		ocr_home_drop_locked(rt, b, done->node, done->version,
				     done->drop);
		free(done);
	}
	return 0;
}

/* -- What goes along -------------------------------------------------------
 */

static struct ocr_far *
far_of(const struct ocr_runtime *rt, ocr_node_t node)
{
	return &rt->data->far[node % OCR_FAR_NODES];
}

static uint64_t
name_of(const struct ocr_block *b, uint64_t version)
{
	return ocr_guid_hash(b->guid) + version;
}

/* The bytes travel in the grant itself.  Copying 15 KiB twice costs 3 us, a
 * second trip 12.  What may be lent, and whether a node is far, is one way now
 * and another then, and a way that was noted has to end (home_serve.c): blocks
 * that may have some are fetched. */
static bool
goes_along_locked(const struct ocr_runtime *rt, struct ocr_block *b,
		  const struct ocr_want *w)
{
	uint64_t max = ocr_along_max(rt, w->node), set = rt->data->inline_bytes;
	const struct ocr_copy *c;

	if (b->size <= (set && set < max ? set : max))
		return true;
	if ((set && b->size > set) ||
	    ocr_serve_takes(&rt->data->serve, b->size))
		return false;
	c = ocr_copy_find_locked(b, b->busy->home.version);
	if (c && !ocr_mode_writes(w->mode) &&
	    ocr_along_lends_locked(rt, w->node, sizeof(struct ocr_msg_grant), b,
				   c))
		return true;
	return !set && max == OCR_ALONG_FAR && b->size <= OCR_ALONG_LONG &&
	       ocr_far_is(far_of(rt, w->node)) &&
	       !ocr_fabric_is_behind(rt->fabric, w->node, OCR_FAR_PACKETS);
}

void
ocr_home_time_way_locked(const struct ocr_runtime *rt,
			 const struct ocr_block *b, ocr_node_t from,
			 uint64_t version)
{
	ocr_far_end(far_of(rt, from), name_of(b, version), ocr_clock_ns());
}

/* -- Turns ------------------------------------------------------------------
 */

static bool
may_have_locked(const struct ocr_home *h, const struct ocr_want *w)
{
	if (!h->writers)
		return true;
	return w->mode == DB_MODE_RW && !h->exclusive && !h->kept &&
	       h->writer == w->node;
}

/* The newest version is where he is. */
static bool
has_it_locked(const struct ocr_runtime *rt, const struct ocr_block *b,
	      const struct ocr_want *w)
{
	if (w->node != rt->self)
		return w->have == b->busy->home.version;
	return b->copy.data && b->copy.version == b->busy->home.version &&
	       b->copy.flags & OCR_COPY_READY;
}

/* Others still fetch the newest version from `node`, which was its holder or
 * serves; or it was asked to, and may keep that version until DROP. */
static bool
is_fetched_from_locked(const struct ocr_home *h, ocr_node_t node)
{
	const struct ocr_origin *p;

	for (p = h->origins; p; p = p->next)
		if (p->node == node && p->version == h->version)
			return true;
	return false;
}

static bool
comes_along_locked(const struct ocr_runtime *rt, struct ocr_block *b,
		   const struct ocr_want *w)
{
	return b->busy->home.holder == rt->self && goes_along_locked(rt, b, w);
}

bool
ocr_home_has_bytes_locked(struct ocr_runtime *rt, struct ocr_block *b,
			  const struct ocr_want *w)
{
	const struct ocr_home *h = &b->busy->home;

	return h->holder == OCR_NODE_NONE || !b->size || h->holder == w->node ||
	       has_it_locked(rt, b, w) || comes_along_locked(rt, b, w);
}

/* The holder is this node, and `w` takes the bytes from here; or has them, and
 * they came here for nothing. */
static void
note_use_locked(struct ocr_runtime *rt, struct ocr_block *b,
		const struct ocr_want *w, bool is_used)
{
	if (!(b->copy.flags & OCR_COPY_PUSHED) ||
	    b->copy.version != b->busy->home.version)
		return;
	b->copy.flags &= ~(uint32_t)OCR_COPY_PUSHED;
	if (!is_used)
		ocr_push_refuse_locked(rt, b, w->node);
}

/* Where `w` finds the bytes, as flags of the grant; from: if he has to fetch
 * them, there, or at their holder (NULL). */
static uint32_t
source_locked(struct ocr_runtime *rt, struct ocr_block *b,
	      const struct ocr_want *w, struct ocr_origin *from)
{
	struct ocr_home *h = &b->busy->home;
	bool write = ocr_mode_writes(w->mode);

	if (h->holder == OCR_NODE_NONE || !b->size) {
		if (write && h->holder != OCR_NODE_NONE && h->holder != w->node)
			keep_past_locked(rt, b, h->fetches, 0);
		return OCR_GRANT_FRESH;
	}
	if (h->holder == rt->self)
		note_use_locked(rt, b, w,
				!has_it_locked(rt, b, w) ||
					w->node == rt->self);
	if (h->holder == w->node) {
		if (!write || !h->fetches)
			return 0;
		keep_past_locked(rt, b, h->fetches, 0);
		return OCR_GRANT_COPY;
	}
	if (has_it_locked(rt, b, w)) {
		if (write)
			keep_past_locked(rt, b, h->fetches, 0);
		return 0;
	}
	if (from) {
		from->fetches++;
		return OCR_GRANT_FETCH;
	}
	if (comes_along_locked(rt, b, w))
		return OCR_GRANT_INLINE;
	if (h->holder == rt->self) {
		ocr_fabric_serve(rt->fabric, 1);
		ocr_far_begin(far_of(rt, w->node), name_of(b, h->version),
			      ocr_clock_ns());
	}
	if (write)
		keep_past_locked(rt, b, h->fetches + 1, 0);
	else
		h->fetches++;
	return OCR_GRANT_FETCH;
}

static void
send_grant_locked(struct ocr_runtime *rt, struct ocr_block *b,
		  const struct ocr_want *w, struct ocr_msg_grant *m)
{
	struct ocr_copy *c;

	if (w->node == rt->self) {
		ocr_acquire_grant_locked(rt, b, m);
		return;
	}
	if (rt->strict)
		rt->hooks->granted(rt, b->guid, w->node);
	ocr_seen_note_locked(rt, b, w->node);
	if (!(m->flags & OCR_GRANT_INLINE)) {
		ocr_dispatch_send(rt, w->node, &m->op);
		if (m->flags & OCR_GRANT_FETCH && m->holder == rt->self)
			ocr_fabric_trail(rt->fabric, w->node, m->size);
		return;
	}
	c = ocr_copy_find_locked(b, m->version);
	if (!c)
		ocr_bug("the holder of a block has lost its bytes");
	if (m->flags & OCR_GRANT_WRITE)
		ocr_along_send(rt, w->node, &m->op, sizeof(*m), c->data,
			       b->size);
	else
		ocr_along_lend_locked(rt, w->node, &m->op, sizeof(*m), b, c);
}

uint64_t
ocr_home_offset_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	const struct ocr_copy *c;

	if (b->busy->home.holder != rt->self)
		return b->busy->home.offset;
	c = ocr_copy_find_locked(b, b->busy->home.version);
	return c ? ocr_memory_offset(rt->memory, c->data) : 0;
}

void
ocr_home_grant_from_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   const struct ocr_want *w, struct ocr_origin *from)
{
	struct ocr_home *h = &b->busy->home;
	bool write = ocr_mode_writes(w->mode), joins = h->writers > 0;
	struct ocr_msg_grant m = {
		.op = OCR_OP(OCR_MSG_GRANT, struct ocr_msg_grant),
		.db = b->guid,
		.edt = w->edt,
		.size = b->size,
		.version = h->version,
		.offset = ocr_home_offset_locked(rt, b),
		.holder = joins ? w->node : h->holder,
		.index = w->index,
	};
	struct ocr_lease *l;

	/* Who joins other writers finds their buffer on his node. */
	m.flags = joins ? 0 : source_locked(rt, b, w, from);
	if (from) {
		m.holder = from->node;
		m.offset = from->offset;
	}
	m.flags |= ocr_block_kind(b) * OCR_GRANT_KIND;
	if (w->have != OCR_HAVE_NONE)
		m.flags |= OCR_GRANT_HAD;
	if (b->flags & OCR_BLOCK_EAGER)
		m.flags |= OCR_GRANT_EAGER;
	ocr_home_note_turn_locked(rt, h, w);
	if (write) {
		m.flags |= OCR_GRANT_WRITE;
		h->kept = ocr_home_may_keep_locked(rt, b, w, m.flags);
		if (h->kept)
			m.flags |= OCR_GRANT_KEEP;
		if (h->kept && w->mode == DB_MODE_RW)
			m.flags |= OCR_GRANT_SHARED;
		if (is_fetched_from_locked(h, w->node))
			m.flags |= OCR_GRANT_COPY;
		h->writers++;
		h->writer = w->node;
		h->exclusive = w->mode == DB_MODE_EW;
	} else if (w->node != rt->self && w->have == h->version && !w->first &&
		   !h->queue && !h->destroyed && !h->callers &&
		   (l = ocr_home_lease_locked(h, w->node))) {
		l->carried = false;
		m.flags |= OCR_GRANT_LEASE;
	}
	send_grant_locked(rt, b, w, &m);
	/* Others may fetch what comes along to him: how much does depends on
	 * the way. */
	if (write && m.flags & OCR_GRANT_INLINE)
		keep_past_locked(rt, b, h->fetches, 0);
}

void
ocr_home_grant_locked(struct ocr_runtime *rt, struct ocr_block *b,
		      const struct ocr_want *w)
{
	ocr_home_grant_from_locked(rt, b, w, NULL);
}

void
ocr_home_forget_passed_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_home *h = &b->busy->home;

	if (h->passed)
		keep_past_locked(rt, b, h->fetches, 0);
}

void
ocr_home_pump_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_home *h = &b->busy->home;
	struct ocr_want *w;

	if (h->chunk && !h->loaded)
		return;
	while ((w = h->queue) && may_have_locked(h, w)) {
		bool parts = ocr_split_wants_locked(b, w);

		if (parts)
			w->node = ocr_split_seat_locked(rt, b);
		if (ocr_mode_writes(w->mode) &&
		    !ocr_home_recall_locked(rt, b, w->node))
			return;
		h->queue = w->next;
		if (!h->queue)
			h->queue_end = &h->queue;
		if (ocr_home_crowd_locked(rt, b, w))
			continue;
		if (ocr_mode_writes(w->mode))
			ocr_home_disperse_locked(rt, b, w->node);
		if (parts)
			ocr_split_begin_locked(rt, b, w->node);
		ocr_home_grant_locked(rt, b, w);
		free(w);
	}
	if (h->queue)
		ocr_home_want_back_locked(rt, b);
}

/* -- Beginning and end -------------------------------------------------------
 */

void
ocr_home_inflate(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_home *h = &b->busy->home;
	bool writing = b->flags & OCR_BLOCK_WRITING;
	bool here = b->copy.data && b->copy.flags & OCR_COPY_PINNED;

	/* What a task here writes is the version after the last released. */
	h->version = b->copy.version - (writing && here);
	h->holder = here && !writing ? rt->self : OCR_NODE_NONE;
	h->writers = writing;
	h->writer = rt->self;
	h->exclusive = b->flags & OCR_BLOCK_EXCLUSIVE;
	h->queue_end = &h->queue;
	h->leases = h->few;
	h->cap_leases = OCR_HOME_FEW_LEASES;
	h->destroyed = b->flags & OCR_BLOCK_DOOMED;
	b->flags &= ~(uint32_t)(OCR_BLOCK_WRITING | OCR_BLOCK_EXCLUSIVE |
				OCR_BLOCK_DOOMED);
	ocr_home_note_lent_locked(rt, b);
}

bool
ocr_home_is_at_rest(const struct ocr_runtime *rt, const struct ocr_block *b)
{
	const struct ocr_home *h = &b->busy->home;

	if (h->writers || h->queue || h->origins || h->crowd || h->n_leases ||
	    h->fetches || h->hint || h->chunk || h->destroyed || h->split ||
	    h->part)
		return false;
	if (h->holder == OCR_NODE_NONE)
		return !b->copy.data && b->copy.version == h->version;
	return h->holder == rt->self && b->copy.data &&
	       b->copy.version == h->version && b->copy.flags & OCR_COPY_PINNED;
}

/* Tasks of this node may read a part that is to be joined. */
static bool
is_unused_locked(const struct ocr_block *b)
{
	const struct ocr_home *h = &b->busy->home;

	return !h->writers && !h->queue && !h->fetches && !h->origins &&
	       !h->crowd && !h->split &&
	       (h->part ||
		(!b->copy.refs && !b->busy->older && !b->busy->fetches));
}

bool
ocr_home_must_store_locked(const struct ocr_block *b)
{
	return b->busy && b->busy->home.dirty && b->busy->home.destroyed &&
	       is_unused_locked(b);
}

bool
ocr_home_bury_locked(struct ocr_runtime *rt, struct ocr_block *b,
		     struct ocr_chunk **chunk)
{
	struct ocr_home *h;

	if (b->busy && b->busy->home.destroyed)
		ocr_home_want_back_locked(rt, b);
	if (!b->busy || !b->busy->home.destroyed || !is_unused_locked(b) ||
	    !ocr_home_recall_locked(rt, b, OCR_NODE_NONE))
		return false;
	h = &b->busy->home;
	if (h->part) {
		ocr_split_join_locked(rt, b);
		return false;
	}
	if (h->dirty)
		return false;
	*chunk = h->chunk;
	if (h->holder != OCR_NODE_NONE)
		ocr_home_drop_locked(rt, b, h->holder, h->version, 0);
	ocr_seen_tell_locked(rt, b, h->holder);
	ocr_names_bury(rt, b->guid, b);
	ocr_block_calm_locked(rt, b);
	b->guid = NULL_GUID;
	return true;
}

void
ocr_home_fini(struct ocr_home *h)
{
	while (h->queue) {
		struct ocr_want *w = h->queue;

		h->queue = w->next;
		free(w);
	}
	while (h->origins) {
		struct ocr_origin *p = h->origins;

		h->origins = p->next;
		free(p);
	}
	ocr_home_crowd_fini(h);
	while (h->callers) {
		struct ocr_caller *c = h->callers;

		h->callers = c->next;
		free(c);
	}
	if (h->leases != h->few)
		free(h->leases);
	free(h->hint);
	free(h->split);
	free(h->part);
}
