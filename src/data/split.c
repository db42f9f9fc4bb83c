/* SPDX-License-Identifier: BSD-3-Clause */
/* split.c - see split.h. */
#include "src/data/split.h"

#include "fabric/log.h"
#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/data/seat.h"
#include "src/names/names.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Parts in one message to the seat. */
#define MOST_AT_ONCE 4096

static struct ocr_split *
split_of_locked(const struct ocr_block *b)
{
	return b->busy ? b->busy->home.split : NULL;
}

/* A block of this node that exists, locked; or NULL. */
static struct ocr_block *
find(struct ocr_runtime *rt, ocrGuid_t g)
{
	struct ocr_block *b;
	void *obj;

	if (ocr_guid_kind(g) != OCR_GUID_DB ||
	    ocr_owner_of(rt, g) != rt->self ||
	    ocr_names_find(rt, g, &obj) != OCR_SLOT_LIVE)
		return NULL;
	b = obj;
	ocr_block_lock(b);
	if (ocr_guid_eq(b->guid, g))
		return b;
	ocr_block_unlock(rt, b);
	return NULL;
}

/* -- For copies ------------------------------------------------------------
 */

bool
ocr_split_may_cut(struct ocr_runtime *rt, ocrGuid_t g)
{
	struct ocr_block *b;
	bool of_file;

	do {
		b = find(rt, g);
		if (!b)
			return false;
		of_file = b->busy && b->busy->home.chunk;
		g = b->busy && b->busy->home.part ? b->busy->home.part->parent
						  : NULL_GUID;
		ocr_block_unlock(rt, b);
	} while (!of_file && !ocr_guid_is_null(g));
	return !of_file;
}

ocr_node_t
ocr_split_place_of(struct ocr_runtime *rt, ocrGuid_t g)
{
	struct ocr_block *b = find(rt, g);
	ocr_node_t place = OCR_NODE_NONE;

	if (b && b->busy)
		place = b->busy->home.writers ? b->busy->home.writer
					      : b->busy->home.holder;
	if (b)
		ocr_block_unlock(rt, b);
	return place == OCR_NODE_NONE ? rt->self : place;
}

bool
ocr_split_is_part(struct ocr_runtime *rt, ocrGuid_t part, ocrGuid_t whole,
		  uint64_t at, uint64_t offset, uint64_t size)
{
	struct ocr_block *b = find(rt, part);
	const struct ocr_part *p = b && b->busy ? b->busy->home.part : NULL;
	bool good;

	good = p && !b->busy->home.destroyed && ocr_guid_eq(p->parent, whole) &&
	       offset <= p->size && size <= p->size - offset &&
	       at == p->offset + offset;
	if (b)
		ocr_block_unlock(rt, b);
	b = good ? find(rt, whole) : NULL;
	if (!b)
		return false;
	good = ocr_home_is_there_locked(b, whole);
	ocr_block_unlock(rt, b);
	return good;
}

/* -- The places of parts ----------------------------------------------------
 */

/* Is no part in the way that was destroyed, and is still there? */
static bool
is_clear_locked(const struct ocr_split *s, const struct ocr_part *p)
{
	const struct ocr_part *e;

	if (!s->n_doomed)
		return true;
	for (e = s->first; e != p; e = e->next)
		if (e->doomed &&
		    ocr_part_overlaps(e->offset, e->size, p->offset, p->size))
			return false;
	return true;
}

/* Up to MOST_AT_ONCE parts that can have their bytes now, as one message. */
static uint32_t
collect(struct ocr_runtime *rt, struct ocr_split *s,
	struct ocr_msg_partition *m)
{
	struct ocr_part *p;

	m->count = 0;
	ocr_parts_lock(&rt->data->parts);
	for (p = s->n_pending ? s->first : NULL; p && m->count < MOST_AT_ONCE;
	     p = p->next) {
		if (p->state != OCR_PART_PENDING || !is_clear_locked(s, p))
			continue;
		p->state = OCR_PART_PLACING;
		s->n_pending--;
		m->parts[m->count++] =
			(struct ocr_msg_part){p->guid, p->offset, p->size};
	}
	ocr_parts_unlock(&rt->data->parts);
	return m->count;
}

void
ocr_split_place_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_split *s = split_of_locked(b);
	size_t most = sizeof(struct ocr_msg_partition) +
		      MOST_AT_ONCE * sizeof(struct ocr_msg_part);
	struct ocr_msg_partition *m = malloc(most);

	if (!m) {
		ocr_fail_memory(rt, NULL);
		return;
	}
	memset(m, 0, sizeof(*m));
	m->op.type = OCR_MSG_PARTS;
	m->db = b->guid;
	while (collect(rt, s, m)) {
		m->op.len_bytes =
			(uint32_t)(sizeof(*m) + m->count * sizeof(*m->parts));
		ocr_emit(rt, s->seat, &m->op);
	}
	free(m);
}

bool
ocr_split_wants_locked(const struct ocr_block *b, const struct ocr_want *w)
{
	const struct ocr_split *s = split_of_locked(b);

	return w->index == OCR_PARTS_INDEX && ocr_guid_eq(w->edt, b->guid) &&
	       s && !s->granted;
}

ocr_node_t
ocr_split_seat_locked(const struct ocr_runtime *rt, const struct ocr_block *b)
{
	ocr_node_t holder = b->busy->home.holder;

	return holder == OCR_NODE_NONE ? rt->self : holder;
}

void
ocr_split_begin_locked(struct ocr_runtime *rt, struct ocr_block *b,
		       ocr_node_t seat)
{
	struct ocr_split *s = split_of_locked(b);

	s->granted = true;
	s->seat = seat;
	ocr_split_place_locked(rt, b);
}

static void
live(struct ocr_runtime *rt, ocr_node_t from, ocrGuid_t parent,
     const struct ocr_msg_part_at *at)
{
	struct ocr_block *b = find(rt, at->part);
	struct ocr_part *p = b && b->busy ? b->busy->home.part : NULL;
	struct ocr_home *h;
	bool good;

	if (!b)
		return;
	ocr_parts_lock(&rt->data->parts);
	good = p && ocr_guid_eq(p->parent, parent) &&
	       p->state == OCR_PART_PLACING;
	if (good) {
		p->state = OCR_PART_LIVE;
		p->seat = from;
	}
	ocr_parts_unlock(&rt->data->parts);
	if (good) {
		h = &b->busy->home;
		h->writers = 0;
		h->exclusive = false;
		h->version = OCR_PART_FIRST_VERSION;
		h->holder = from;
		h->offset = at->offset;
		ocr_home_pump_locked(rt, b);
	}
	ocr_block_unlock(rt, b);
}

int
ocr_split_on_placed(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_placed *m = (const void *)op;
	uint64_t room = op->len_bytes - sizeof(*m);
	struct ocr_block *b = find(rt, m->db);
	struct ocr_split *s;
	bool good;

	if (!b)
		return -EINVAL;
	s = split_of_locked(b);
	good = s && s->granted && s->seat == from &&
	       m->count <= room / sizeof(*m->places);
	ocr_block_unlock(rt, b);
	if (!good)
		return -EINVAL;
	for (uint64_t i = 0; i < m->count; i++)
		live(rt, from, m->db, &m->places[i]);
	return 0;
}

/* -- The end of a part --------------------------------------------------------
 */

void
ocr_split_doom_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_part *p = b->busy->home.part;

	ocr_parts_lock(&rt->data->parts);
	if (!p->doomed) {
		p->doomed = true;
		if (p->split)
			p->split->n_doomed++;
	}
	ocr_parts_unlock(&rt->data->parts);
}

/* The seat reads, or may read, from this node. */
static void
serve(struct ocr_runtime *rt, const struct ocr_part *p, int n)
{
	if (p->holder == rt->self && p->seat != rt->self)
		ocr_fabric_serve(rt->fabric, n);
}

void
ocr_split_join_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_home *h = &b->busy->home;
	struct ocr_part *p = h->part;

	ocr_parts_lock(&rt->data->parts);
	if (p->state == OCR_PART_LIVE) {
		p->state = OCR_PART_JOINING;
		p->version = h->version;
		p->holder = h->holder;
		p->at = ocr_home_offset_locked(rt, b);
		serve(rt, p, 1);
		/* Not under the block's lock, which the seat needs. */
		p->todo = rt->data->parts.to_join;
		rt->data->parts.to_join = p;
		atomic_fetch_add_explicit(&rt->data->parts.todo, 1,
					  memory_order_relaxed);
	}
	ocr_parts_unlock(&rt->data->parts);
}

/* One part less; the last one was all. */
static void
leave_locked(struct ocr_runtime *rt, struct ocr_block *b, struct ocr_part *p)
{
	struct ocr_msg_joined m = {
		.op = OCR_OP(OCR_MSG_WHOLE, struct ocr_msg_joined),
		.db = b->guid,
	};
	struct ocr_split *s = split_of_locked(b);
	uint32_t left;

	ocr_parts_lock(&rt->data->parts);
	if (p->before)
		p->before->next = p->next;
	else
		s->first = p->next;
	if (p->next)
		p->next->before = p->before;
	else
		s->last = p->before;
	s->n_doomed -= p->doomed;
	left = --s->n;
	ocr_parts_unlock(&rt->data->parts);
	free(p);
	if (left) {
		if (s->n_pending)
			ocr_split_place_locked(rt, b);
		return;
	}
	/* The next parts ask anew, behind those who wait. */
	b->busy->home.split = NULL;
	ocr_emit(rt, s->seat, &m.op);
	free(s);
}

int
ocr_split_on_joined(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_joined *m = (const void *)op;
	struct ocr_block *b = find(rt, m->db);
	struct ocr_part *p = b && b->busy ? b->busy->home.part : NULL;
	bool good = false;

	if (p) {
		ocr_parts_lock(&rt->data->parts);
		good = p->state == OCR_PART_JOINING && p->seat == from;
		ocr_parts_unlock(&rt->data->parts);
	}
	/* Without it, the block is buried like any other. */
	if (good)
		b->busy->home.part = NULL;
	if (b)
		ocr_block_unlock(rt, b);
	if (!good)
		return -EINVAL;
	serve(rt, p, -1);
	b = find(rt, p->parent);
	if (!b)
		ocr_bug("the parent of a part is gone");
	leave_locked(rt, b, p);
	ocr_block_unlock(rt, b);
	return 0;
}

uint32_t
ocr_split_count_locked(struct ocr_runtime *rt, const struct ocr_block *b)
{
	const struct ocr_split *s = split_of_locked(b);
	uint32_t n;

	ocr_parts_lock(&rt->data->parts);
	n = s ? s->n : 0;
	ocr_parts_unlock(&rt->data->parts);
	return n;
}
