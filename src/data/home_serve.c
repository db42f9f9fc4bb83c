/* SPDX-License-Identifier: BSD-3-Clause */
/* home_serve.c - one large block, many readers of several hosts at once.
 *
 * The link of the node that holds it would be the limit.  So each version goes
 * over the link of a host once at a time: a *way*, from a source to a reader of
 * another host, is noted from its grant to FETCHED.  Who finds no source whose
 * host has no way waits, in the order of turns; those who are on the way are
 * asked to serve, and become sources.  So there are 1, 2, 4, 8 ... of them.
 *
 *   reader's turn --> WAITING --> granted, by a way from a far source
 *                        +------> granted: a neighbour has it, no way is needed
 *                        +------> granted from the holder: a writer is next
 *
 *   source:   none --> ASKED --> SERVES --> dropped: nobody waits or fetches
 *                        |          +-----> PAST: a writer is next, some fetch
 *                        +--> none: it is not there
 *
 * Nobody waits for a task: what ends a way is that bytes have come.  Neighbours
 * may be lent bytes for as long as a task runs, so those are no ways.
 * All under the block's lock (home_directory.c).
 */
#include "src/data/home_directory.h"

#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/data/serve.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stdlib.h>

struct way {
	ocr_node_t to, source;
};

struct ocr_crowd {
	struct ocr_want *waiting, **end;
	struct way *ways;
	uint32_t n_ways, cap_ways;
};

/* -- Ways ------------------------------------------------------------------ */

static bool
is_near(const struct ocr_runtime *rt, ocr_node_t a, ocr_node_t b)
{
	return ocr_serve_is_near(&rt->data->serve, a, b);
}

static struct ocr_crowd *
crowd_locked(struct ocr_home *h)
{
	if (h->crowd)
		return h->crowd;
	h->crowd = calloc(1, sizeof(*h->crowd));
	if (h->crowd)
		h->crowd->end = &h->crowd->waiting;
	return h->crowd;
}

static struct way *
find_way_locked(const struct ocr_crowd *c, ocr_node_t to, ocr_node_t source)
{
	for (uint32_t i = 0; c && i < c->n_ways; i++)
		if (c->ways[i].to == to && c->ways[i].source == source)
			return &c->ways[i];
	return NULL;
}

/* One transfer, and one FETCHED, may be of several tasks of a node.  If there
 * is no memory nobody waits for it, that is all; nor for a neighbour, who may
 * read what he was offered in place, for as long as a task runs. */
void
ocr_home_note_way_locked(struct ocr_runtime *rt, struct ocr_block *b,
			 ocr_node_t to, ocr_node_t source)
{
	struct ocr_crowd *c;
	struct way *more;

	if (!ocr_serve_takes(&rt->data->serve, b->size) ||
	    is_near(rt, to, source) || !(c = crowd_locked(&b->busy->home)) ||
	    find_way_locked(c, to, source))
		return;
	if (c->n_ways == c->cap_ways) {
		uint32_t cap = c->cap_ways ? 2 * c->cap_ways : 4;

		more = realloc(c->ways, cap * sizeof(*more));
		if (!more)
			return;
		c->ways = more;
		c->cap_ways = cap;
	}
	c->ways[c->n_ways++] = (struct way){to, source};
}

void
ocr_home_end_way_locked(struct ocr_home *h, ocr_node_t to, ocr_node_t source)
{
	struct way *w = find_way_locked(h->crowd, to, source);

	if (w)
		*w = h->crowd->ways[--h->crowd->n_ways];
}

static bool
is_busy_locked(const struct ocr_runtime *rt, const struct ocr_crowd *c,
	       ocr_node_t source)
{
	for (uint32_t i = 0; i < c->n_ways; i++)
		if (c->ways[i].source == source ||
		    is_near(rt, c->ways[i].source, source))
			return true;
	return false;
}

/* -- Sources --------------------------------------------------------------- */

static struct ocr_origin **
source_of_locked(struct ocr_home *h, ocr_node_t node, uint64_t version)
{
	struct ocr_origin **p = &h->origins;

	while (*p && ((*p)->node != node || (*p)->version != version))
		p = &(*p)->next;
	return p;
}

static bool
serves_now(const struct ocr_home *h, const struct ocr_origin *s)
{
	return s->version == h->version && s->state == OCR_ORIGIN_SERVES;
}

static void
let_go_locked(struct ocr_runtime *rt, struct ocr_block *b,
	      struct ocr_origin **p, uint32_t drop)
{
	struct ocr_origin *s = *p;

	*p = s->next;
	ocr_home_drop_locked(rt, b, s->node, s->version, drop);
	free(s);
}

/* It may be worth a place in a cache. */
static uint32_t
how_dropped(const struct ocr_home *h)
{
	return h->destroyed ? 0 : OCR_DROP_KEEP;
}

static void
ask_locked(struct ocr_runtime *rt, struct ocr_block *b, ocr_node_t node)
{
	struct ocr_home *h = &b->busy->home;
	const struct ocr_msg_serve m = {
		.op = OCR_OP(OCR_MSG_SERVE, struct ocr_msg_serve),
		.db = b->guid,
		.version = h->version,
	};
	struct ocr_origin *s;

	if (*source_of_locked(h, node, h->version) ||
	    !(s = calloc(1, sizeof(*s))))
		return;
	s->next = h->origins;
	s->version = h->version;
	s->node = node;
	s->state = OCR_ORIGIN_ASKED;
	h->origins = s;
	/* Behind the grant of what he is to serve. */
	ocr_dispatch_send(rt, node, &m.op);
	ocr_self->counted.asked++;
}

/* -- Waiting --------------------------------------------------------------- */

static bool
may_wait_locked(struct ocr_runtime *rt, struct ocr_block *b,
		const struct ocr_want *w)
{
	const struct ocr_serve *s = &rt->data->serve;
	const struct ocr_home *h = &b->busy->home;

	return ocr_serve_takes(s, b->size) && !h->part &&
	       ocr_mode_reads(w->mode) && w->node != rt->self &&
	       !ocr_label_recurs(b->guid) &&
	       !ocr_home_has_bytes_locked(rt, b, w) &&
	       ocr_serve_knows(s, h->holder) && ocr_serve_knows(s, w->node);
}

/* A way that ends on a node, or a source that is there but has not answered. */
static bool
comes_near_locked(const struct ocr_runtime *rt, const struct ocr_home *h,
		  ocr_node_t node)
{
	const struct ocr_crowd *c = h->crowd;

	for (const struct ocr_origin *s = h->origins; s; s = s->next)
		if (s->version == h->version && is_near(rt, s->node, node))
			return true;
	for (uint32_t i = 0; i < c->n_ways; i++)
		if (is_near(rt, c->ways[i].to, node))
			return true;
	return false;
}

/* What comes to `node` already is what others of it wait for. */
static const struct way *
way_to_locked(const struct ocr_crowd *c, ocr_node_t node)
{
	for (uint32_t i = 0; i < c->n_ways; i++)
		if (c->ways[i].to == node)
			return &c->ways[i];
	return NULL;
}

static struct ocr_origin *
near_source_locked(const struct ocr_runtime *rt, const struct ocr_home *h,
		   ocr_node_t node)
{
	for (struct ocr_origin *s = h->origins; s; s = s->next)
		if (serves_now(h, s) && is_near(rt, s->node, node))
			return s;
	return NULL;
}

static struct ocr_origin *
idle_source_locked(const struct ocr_runtime *rt, const struct ocr_home *h)
{
	for (struct ocr_origin *s = h->origins; s; s = s->next)
		if (serves_now(h, s) && !is_busy_locked(rt, h->crowd, s->node))
			return s;
	return NULL;
}

static void
send_there_locked(struct ocr_runtime *rt, struct ocr_block *b,
		  const struct ocr_want *w, struct ocr_origin *s)
{
	ocr_home_grant_from_locked(rt, b, w, s);
	ocr_self->counted.sent_to_copy += s != NULL;
}

/* False: he waits. */
static bool
grant_locked(struct ocr_runtime *rt, struct ocr_block *b,
	     const struct ocr_want *w)
{
	struct ocr_home *h = &b->busy->home;
	const struct way *way;
	struct ocr_origin *s;

	if (!may_wait_locked(rt, b, w)) {
		ocr_home_grant_locked(rt, b, w);
		return true;
	}
	way = way_to_locked(h->crowd, w->node);
	if (way) {
		send_there_locked(
			rt, b, w,
			*source_of_locked(h, way->source, h->version));
		return true;
	}
	s = near_source_locked(rt, h, w->node);
	if (s || is_near(rt, h->holder, w->node)) {
		send_there_locked(rt, b, w, s);
		return true;
	}
	if (comes_near_locked(rt, h, w->node))
		return false;
	s = idle_source_locked(rt, h);
	if (!s && is_busy_locked(rt, h->crowd, h->holder))
		return false;
	ocr_home_note_way_locked(rt, b, w->node, s ? s->node : h->holder);
	send_there_locked(rt, b, w, s);
	return true;
}

/* Does anybody wait still? */
static bool
grant_all_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_crowd *c = b->busy->home.crowd;
	struct ocr_want **p = &c->waiting, *w;

	while ((w = *p) != NULL) {
		if (!grant_locked(rt, b, w)) {
			p = &w->next;
			continue;
		}
		*p = w->next;
		free(w);
	}
	c->end = p;
	return c->waiting != NULL;
}

static void
ask_all_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	const struct ocr_crowd *c = b->busy->home.crowd;

	for (uint32_t i = 0; i < c->n_ways; i++)
		ask_locked(rt, b, c->ways[i].to);
}

void
ocr_home_serve_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_home *h = &b->busy->home;
	bool waits = h->crowd && grant_all_locked(rt, b);
	bool wanted = waits || (rt->data->serve.all && !h->destroyed);
	struct ocr_origin **p = &h->origins;

	if (h->crowd && wanted)
		ask_all_locked(rt, b);
	while (!wanted && *p) {
		if (serves_now(h, *p) && !(*p)->fetches)
			let_go_locked(rt, b, p, how_dropped(h));
		else
			p = &(*p)->next;
	}
	if (h->crowd && !waits && !h->crowd->n_ways)
		ocr_home_crowd_fini(h);
}

bool
ocr_home_crowd_locked(struct ocr_runtime *rt, struct ocr_block *b,
		      struct ocr_want *w)
{
	struct ocr_crowd *c;

	if (!may_wait_locked(rt, b, w) || !(c = crowd_locked(&b->busy->home)))
		return false;
	w->next = NULL;
	*c->end = w;
	c->end = &w->next;
	ocr_home_serve_locked(rt, b);
	return true;
}

int
ocr_home_serves_locked(struct ocr_runtime *rt, struct ocr_block *b,
		       ocr_node_t from, const struct ocr_msg_serves *m)
{
	struct ocr_home *h = &b->busy->home;
	struct ocr_origin **p = source_of_locked(h, from, m->version), *s = *p;

	if (!s || s->state != OCR_ORIGIN_ASKED)
		return -EINVAL;
	if (!m->is_here) {
		*p = s->next;
		free(s);
	} else if (m->version != h->version || h->writers) {
		let_go_locked(rt, b, p, 0);
	} else {
		s->state = OCR_ORIGIN_SERVES;
		s->offset = m->offset;
	}
	ocr_home_serve_locked(rt, b);
	return 0;
}

/* -- The next writer, and the end ------------------------------------------ */

/* His own node may count on what it serves with (ACQUIRE says so). */
static void
stop_serving_locked(struct ocr_runtime *rt, struct ocr_block *b,
		    ocr_node_t writer)
{
	struct ocr_home *h = &b->busy->home;
	struct ocr_origin **p = &h->origins;

	while (*p) {
		struct ocr_origin *s = *p;

		if (!serves_now(h, s)) {
			p = &s->next;
		} else if (!s->fetches) {
			let_go_locked(rt, b, p,
				      s->node == writer ? OCR_DROP_KEEP : 0);
		} else {
			s->state = OCR_ORIGIN_PAST;
			s->drop = 0;
			p = &s->next;
		}
	}
}

void
ocr_home_disperse_locked(struct ocr_runtime *rt, struct ocr_block *b,
			 ocr_node_t writer)
{
	struct ocr_home *h = &b->busy->home;
	struct ocr_want *w;

	while (h->crowd && (w = h->crowd->waiting) != NULL) {
		h->crowd->waiting = w->next;
		ocr_home_grant_locked(rt, b, w);
		free(w);
	}
	ocr_home_crowd_fini(h);
	stop_serving_locked(rt, b, writer);
}

bool
ocr_home_is_crowded_locked(const struct ocr_runtime *rt,
			   const struct ocr_block *b, ocr_node_t to)
{
	const struct ocr_home *h = &b->busy->home;

	if (!ocr_serve_takes(&rt->data->serve, b->size) ||
	    is_near(rt, to, rt->self))
		return false;
	if (h->crowd)
		return true;
	for (uint32_t i = 0; i < h->n_leases; i++)
		if (h->leases[i].offered &&
		    !is_near(rt, h->leases[i].node, rt->self))
			return true;
	return false;
}

void
ocr_home_crowd_fini(struct ocr_home *h)
{
	struct ocr_crowd *c = h->crowd;

	h->crowd = NULL;
	while (c && c->waiting) {
		struct ocr_want *w = c->waiting;

		c->waiting = w->next;
		free(w);
	}
	if (c)
		free(c->ways);
	free(c);
}

int
ocr_home_on_serves(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	const struct ocr_msg_serves *m = (const void *)op;
	struct ocr_block *b;
	int err = -EINVAL;
	void *obj;

	/* Who was asked keeps the block there. */
	if (ocr_guid_kind(m->db) != OCR_GUID_DB ||
	    ocr_owner_of(rt, m->db) != rt->self ||
	    ocr_names_find(rt, m->db, &obj) != OCR_SLOT_LIVE)
		return err;
	b = obj;
	ocr_block_lock(b);
	if (ocr_guid_eq(b->guid, m->db) && b->busy)
		err = ocr_home_serves_locked(rt, b, from, m);
	ocr_block_unlock(rt, b);
	return err;
}
