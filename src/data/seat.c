/* SPDX-License-Identifier: BSD-3-Clause */
/* seat.c - places for parts, as long as copies point there. */
#include "src/data/seat.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/parted.h"
#include "src/data/place.h"
#include "src/data/split.h"
#include "src/names/names.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct ocr_place **
bucket_locked(struct ocr_parts *p, ocrGuid_t part)
{
	return &p->places[ocr_guid_hash(part) & (p->n_buckets - 1)];
}

static int
grow_locked(struct ocr_parts *p)
{
	size_t n_old = p->n_buckets, n = n_old ? 2 * n_old : 64;
	struct ocr_place **old = p->places, **more = calloc(n, sizeof(*more));

	if (!more)
		return -ENOMEM;
	p->places = more;
	p->n_buckets = n;
	for (size_t i = 0; i < n_old; i++) {
		while (old[i]) {
			struct ocr_place *at = old[i];
			struct ocr_place **to = bucket_locked(p, at->part);

			old[i] = at->next;
			at->next = *to;
			*to = at;
		}
	}
	free(old);
	return 0;
}

struct ocr_place *
ocr_place_find_locked(struct ocr_parts *p, ocrGuid_t part)
{
	struct ocr_place *at = p->n_buckets ? *bucket_locked(p, part) : NULL;

	while (at && !ocr_guid_eq(at->part, part))
		at = at->next;
	return at;
}

struct ocr_seat *
ocr_seat_find_locked(struct ocr_parts *p, ocrGuid_t parent)
{
	struct ocr_seat *s = p->seats;

	while (s && !ocr_guid_eq(s->parent, parent))
		s = s->next;
	return s;
}

bool
ocr_place_is_watched_locked(const struct ocr_place *at)
{
	const struct ocr_place *z;
	const struct ocr_patch *p;

	if (at->occupied)
		return true;
	for (z = at->seat->zombies; z; z = z->other)
		if (ocr_place_touches(z->offset, z->size, at->offset, at->size))
			return true;
	/* What was kept aside comes before what is to come. */
	for (p = at->seat->patches; p; p = p->next)
		if (ocr_place_touches(p->offset, p->size, at->offset, at->size))
			return true;
	return false;
}

/* -- Parts come -------------------------------------------------------------
 */

static struct ocr_seat *
new_seat_locked(struct ocr_parts *p, ocrGuid_t parent)
{
	struct ocr_seat *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->parent = parent;
	s->patches_end = &s->patches;
	s->next = p->seats;
	p->seats = s;
	return s;
}

static int
add_locked(struct ocr_parts *p, const struct ocr_msg_partition *m)
{
	struct ocr_seat *s = ocr_seat_find_locked(p, m->db);

	if (!s)
		s = new_seat_locked(p, m->db);
	if (!s)
		return -ENOMEM;
	for (uint32_t i = 0; i < m->count; i++) {
		struct ocr_place *at, **bucket;

		if (ocr_place_find_locked(p, m->parts[i].guid))
			return -EEXIST;
		if (p->n_places >= p->n_buckets && grow_locked(p) &&
		    !p->n_buckets)
			return -ENOMEM;
		at = calloc(1, sizeof(*at));
		if (!at)
			return -ENOMEM;
		at->part = m->parts[i].guid;
		at->seat = s;
		at->offset = m->parts[i].offset;
		at->size = m->parts[i].size;
		bucket = bucket_locked(p, at->part);
		at->next = *bucket;
		*bucket = at;
		p->n_places++;
		at->other = s->waiting;
		s->waiting = at;
		s->n_places++;
		s->n_open++;
	}
	return 0;
}

/* The block of a part on this node, locked; NULL: no memory. */
static struct ocr_block *
block_of(struct ocr_runtime *rt, const struct ocr_place *at)
{
	struct ocr_block *b;
	void *obj;

	if (ocr_owner_of(rt, at->part) != rt->self)
		return ocr_block_get(rt, at->part, at->size,
				     OCR_PART_FIRST_VERSION);
	if (ocr_names_find(rt, at->part, &obj) != OCR_SLOT_LIVE)
		return NULL;
	b = obj;
	ocr_block_lock(b);
	return b;
}

/* Its place cannot be used, so the part gets bytes of its own. */
static bool
copy_out_locked(struct ocr_runtime *rt, struct ocr_block *b,
		struct ocr_place *at)
{
	struct ocr_copy *c = ocr_copy_add_locked(rt, b, OCR_PART_FIRST_VERSION);

	if (!c)
		return false;
	memcpy(c->data, at->seat->data + at->offset, at->size);
	ocr_parts_lock(&rt->data->parts);
	ocr_seat_patch_locked(at->seat, c->data, at->offset, at->size);
	ocr_parts_unlock(&rt->data->parts);
	c->refs = 0;
	c->flags = OCR_COPY_PINNED | OCR_COPY_READY;
	return true;
}

/* Behind the last byte other bytes may lie, and a copy is found by where it
 * lies. */
static char *
address_of(const struct ocr_place *at)
{
	return at->seat->data + (at->size ? at->offset : 0);
}

/* A copy of the part, and its offset in this node's window.  False: no memory.
 */
static bool
point_into(struct ocr_runtime *rt, struct ocr_place *at, uint64_t *offset)
{
	struct ocr_seat *s = at->seat;
	struct ocr_copy *parent;
	bool watched, good;
	struct ocr_block *b;

	ocr_block_lock(s->block);
	ocr_parts_lock(&rt->data->parts);
	watched = ocr_place_is_watched_locked(at);
	at->occupied = !watched;
	at->placed = true;
	ocr_parts_unlock(&rt->data->parts);
	parent = ocr_copy_at_locked(s->block, s->data);
	if (!watched)
		ocr_copy_ref_locked(rt, s->block, parent);
	ocr_unlock(&s->block->lock, OCR_LOCK_DB);

	b = block_of(rt, at);
	good = b && !b->copy.data && b->size == at->size;
	if (good && watched)
		good = copy_out_locked(rt, b, at);
	else if (good)
		b->copy = (struct ocr_copy){
			.data = address_of(at),
			.version = OCR_PART_FIRST_VERSION,
			.flags = OCR_COPY_PINNED | OCR_COPY_READY |
				 OCR_COPY_ALIAS,
		};
	if (good)
		*offset = ocr_memory_offset(rt->memory, b->copy.data);
	if (b)
		ocr_block_unlock(rt, b);
	return good;
}

/* The seat has data: who waits gets a place, and the home is told. */
static void
place_all(struct ocr_runtime *rt, struct ocr_seat *s, struct ocr_place *list,
	  uint32_t n)
{
	size_t len = sizeof(struct ocr_msg_placed) +
		     n * sizeof(struct ocr_msg_part_at);
	struct ocr_msg_placed *m = calloc(1, len);
	bool good = m;

	for (; list && good; list = list->other) {
		m->places[m->count].part = list->part;
		good = point_into(rt, list, &m->places[m->count++].offset);
	}
	if (!good) {
		ocr_fail(rt,
			 "node %u has no memory for parts of a "
			 "block",
			 rt->self);
		free(m);
		return;
	}
	m->op.len_bytes = (uint32_t)len;
	m->op.type = OCR_MSG_PLACED;
	m->db = s->parent;
	ocr_emit(rt, ocr_owner_of(rt, s->parent), &m->op);
	free(m);
}

/* The home says where parts lie, and may be wrong. */
static bool
is_inside(const struct ocr_seat *s, const struct ocr_place *list)
{
	uint64_t size = s->block->size;

	for (; list; list = list->other)
		if (list->offset > size || list->size > size - list->offset)
			return false;
	return true;
}

static void
place_waiting(struct ocr_runtime *rt, ocrGuid_t parent)
{
	struct ocr_place *list = NULL, *at;
	char text[OCR_GUID_TEXT];
	struct ocr_seat *s;
	uint32_t n = 0;

	ocr_parts_lock(&rt->data->parts);
	s = ocr_seat_find_locked(&rt->data->parts, parent);
	if (s && s->data) {
		list = s->waiting;
		s->waiting = NULL;
	}
	for (at = list; at; at = at->other)
		n++;
	ocr_parts_unlock(&rt->data->parts);
	if (n && is_inside(s, list))
		place_all(rt, s, list, n);
	else if (n)
		ocr_fail(rt,
			 "node %u says that %s, which has %llu bytes, "
			 "has parts beyond these",
			 ocr_owner_of(rt, parent), ocr_guid_text(parent, text),
			 (unsigned long long)s->block->size);
}

int
ocr_seat_on_parts(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_partition *m = (const void *)op;
	uint64_t room = op->len_bytes - sizeof(*m);
	int err;

	if (ocr_owner_of(rt, m->db) != from || !m->count ||
	    m->count > room / sizeof(*m->parts))
		return -EINVAL;
	for (uint32_t i = 0; i < m->count; i++)
		if (ocr_guid_kind(m->parts[i].guid) != OCR_GUID_DB ||
		    ocr_owner_of(rt, m->parts[i].guid) != from)
			return -EINVAL;
	ocr_parts_lock(&rt->data->parts);
	err = add_locked(&rt->data->parts, m);
	ocr_parts_unlock(&rt->data->parts);
	if (!err)
		place_waiting(rt, m->db);
	return err;
}

int
ocr_seat_on_acquired(struct ocr_runtime *rt, const struct ocr_msg_acquired *m)
{
	struct ocr_block *b = m->block;
	struct ocr_seat *s;
	bool good;

	ocr_parts_lock(&rt->data->parts);
	s = ocr_seat_find_locked(&rt->data->parts, m->edt);
	good = s && !s->data && ocr_guid_eq(b->guid, m->edt);
	if (good) {
		s->block = b;
		s->data = m->data;
	}
	ocr_parts_unlock(&rt->data->parts);
	if (!good) {
		ocr_block_put(rt, b, m->data);
		return -EINVAL;
	}
	place_waiting(rt, m->edt);
	return 0;
}

/* -- Parts go ----------------------------------------------------------------
 */

void
ocr_seat_vacate_locked(struct ocr_runtime *rt, ocrGuid_t part)
{
	struct ocr_place *at;

	ocr_parts_lock(&rt->data->parts);
	at = ocr_place_find_locked(&rt->data->parts, part);
	if (at && at->occupied) {
		at->occupied = false;
		if (at->joined) {
			struct ocr_place **p = &at->seat->zombies;

			while (*p != at)
				p = &(*p)->other;
			*p = at->other;
		}
		at->vacating = true;
		at->other = rt->data->parts.vacated;
		rt->data->parts.vacated = at;
		atomic_fetch_add_explicit(&rt->data->parts.todo, 1,
					  memory_order_relaxed);
	}
	ocr_parts_unlock(&rt->data->parts);
}

void
ocr_place_free_locked(struct ocr_parts *p, struct ocr_place *at)
{
	struct ocr_place **bucket = bucket_locked(p, at->part);
	struct ocr_seat *s = at->seat;

	while (*bucket != at)
		bucket = &(*bucket)->next;
	*bucket = at->next;
	p->n_places--;
	free(at);
	if (!--s->n_places && s->left)
		free(s);
}

/* -- What must wait until no block is locked ---------------------------------
 */

static void
ask_to_join(struct ocr_runtime *rt, const struct ocr_part *p)
{
	struct ocr_msg_join m = {
		.op = OCR_OP(OCR_MSG_JOIN, struct ocr_msg_join),
		.db = p->guid,
		.version = p->version,
		.offset = p->at,
		.holder = p->holder,
	};

	ocr_emit(rt, p->seat, &m.op);
}

void
ocr_parts_work(struct ocr_runtime *rt)
{
	struct ocr_parts *p = &rt->data->parts;
	struct ocr_block *b = NULL;
	struct ocr_place *at;
	struct ocr_part *join;
	struct ocr_part copy;
	void *data = NULL;

	ocr_parts_lock(&rt->data->parts);
	at = p->vacated;
	join = at ? NULL : p->to_join;
	if (at) {
		p->vacated = at->other;
		at->vacating = false;
		b = at->seat->block;
		data = at->seat->data;
		if (at->joined)
			ocr_place_free_locked(p, at);
	} else if (join) {
		p->to_join = join->todo;
		copy = *join;
	}
	if (at || join)
		atomic_fetch_sub_explicit(&p->todo, 1, memory_order_relaxed);
	ocr_parts_unlock(&rt->data->parts);
	/* The copy of a part is gone: so is its reference to the parent's. */
	if (at)
		ocr_block_put(rt, b, data);
	else if (join)
		ask_to_join(rt, &copy);
}

/* -- The end of a job ---------------------------------------------------------
 */

size_t
ocr_parts_used(const struct ocr_runtime *rt)
{
	size_t n = rt->data->parts.n_places;
	const struct ocr_seat *s;

	for (s = rt->data->parts.seats; s; s = s->next)
		n++;
	return n;
}

void
ocr_parts_fini(struct ocr_runtime *rt)
{
	struct ocr_parts *p = &rt->data->parts;

	for (size_t i = 0; i < p->n_buckets; i++) {
		while (p->places[i]) {
			struct ocr_place *at = p->places[i];

			p->places[i] = at->next;
			if (at->patch) {
				ocr_memory_free(rt->memory, at->patch->data);
				free(at->patch);
			}
			if (!--at->seat->n_places && at->seat->left)
				free(at->seat);
			free(at);
		}
	}
	free(p->places);
	ocr_parted_fini(p);
	while (p->seats) {
		struct ocr_seat *s = p->seats;

		p->seats = s->next;
		ocr_seat_drop_patches(rt, s);
		free(s);
	}
}
