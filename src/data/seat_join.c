/* SPDX-License-Identifier: BSD-3-Clause */
/* seat_join.c - the bytes of parts come back into their parent. */
#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/fail.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/place.h"
#include "src/names/names.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void
ocr_seat_patch_locked(const struct ocr_seat *s, char *to, uint64_t from,
		      uint64_t size)
{
	const struct ocr_patch *p;

	for (p = s->patches; p; p = p->next) {
		uint64_t begin = p->offset > from ? p->offset : from;
		uint64_t end = p->offset + p->size < from + size
				       ? p->offset + p->size
				       : from + size;

		if (begin < end)
			memcpy(to + (begin - from),
			       (char *)p->data + (begin - p->offset),
			       end - begin);
	}
}

void
ocr_seat_drop_patches(struct ocr_runtime *rt, struct ocr_seat *s)
{
	while (s->patches) {
		struct ocr_patch *p = s->patches;

		s->patches = p->next;
		ocr_memory_free(rt->memory, p->data);
		free(p);
	}
}

/* The bytes are where they belong. */
static void
joined(struct ocr_runtime *rt, struct ocr_place *at)
{
	struct ocr_msg_joined m = {
		.op = OCR_OP(OCR_MSG_JOINED, struct ocr_msg_joined),
		.db = at->part,
	};
	struct ocr_seat *s = at->seat;

	ocr_parts_lock(&rt->data->parts);
	if (at->patch) {
		*s->patches_end = at->patch;
		s->patches_end = &at->patch->next;
		at->patch = NULL;
	}
	at->joined = true;
	s->n_open--;
	if (at->occupied) {
		at->other = s->zombies;
		s->zombies = at;
	} else if (!at->vacating) {
		ocr_place_free_locked(&rt->data->parts, at);
	}
	ocr_parts_unlock(&rt->data->parts);
	ocr_emit(rt, ocr_owner_of(rt, m.db), &m.op);
}

static void
on_read(struct ocr_transfer *x, int status)
{
	struct ocr_place *at =
		(struct ocr_place *)(void *)((char *)x -
					     offsetof(struct ocr_place,
						      transfer));
	struct ocr_runtime *rt = at->rt;
	char text[OCR_GUID_TEXT];

	if (status)
		ocr_fail(rt, "cannot read %s from node %u: %s",
			 ocr_guid_text(at->part, text), x->peer,
			 strerror(-status));
	joined(rt, at);
	ocr_run_delayed(rt);
}

/* Where bytes of that part go now; NULL: no memory. */
static char *
room_for(struct ocr_runtime *rt, struct ocr_place *at)
{
	struct ocr_patch *p;
	bool watched;

	ocr_parts_lock(&rt->data->parts);
	watched = ocr_place_is_watched_locked(at);
	ocr_parts_unlock(&rt->data->parts);
	if (!watched)
		return at->seat->data + at->offset;
	p = malloc(sizeof(*p));
	if (!p)
		return NULL;
	*p = (struct ocr_patch){NULL, at->offset, at->size,
				ocr_memory_alloc(rt->memory, at->size)};
	if (!p->data) {
		free(p);
		return NULL;
	}
	at->patch = p;
	return p->data;
}

/* A copy that points to the place is not kept in the cache. */
static void
let_go_locked(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_copy *c = &b->copy;

	if (!c->data || !(c->flags & OCR_COPY_ALIAS))
		return;
	c->flags |= OCR_COPY_STALE;
	ocr_copy_settle_locked(rt, b, c);
}

/* What is on this node of the newest version.  1: the bytes are where they
 * belong; 0: they are not here; -ENOMEM. */
static int
look_here(struct ocr_runtime *rt, struct ocr_place *at,
	  const struct ocr_msg_join *m)
{
	struct ocr_copy *c;
	struct ocr_block *b;
	int r = 0;
	void *obj, *to;

	if (ocr_owner_of(rt, at->part) != rt->self) {
		b = ocr_block_find(rt, at->part, m->version);
	} else if (ocr_names_find(rt, at->part, &obj) == OCR_SLOT_LIVE) {
		b = obj;
		ocr_block_lock(b);
	} else {
		b = NULL;
	}
	if (!b)
		return 0;
	c = ocr_copy_find_locked(b, m->version);
	if (c && (!(c->flags & OCR_COPY_READY) || b->size != at->size))
		c = NULL;
	r = c && c->flags & OCR_COPY_ALIAS;
	let_go_locked(rt, b);
	if (c && !r) {
		to = room_for(rt, at);
		if (to)
			memcpy(to, c->data, at->size);
		r = to ? 1 : -ENOMEM;
	}
	ocr_block_unlock(rt, b);
	return r;
}

static int
bring(struct ocr_runtime *rt, struct ocr_place *at,
      const struct ocr_msg_join *m)
{
	int r = look_here(rt, at, m);
	char *to;

	if (r < 0)
		return r;
	if (r || !at->size) {
		joined(rt, at);
		return 0;
	}
	if (m->holder >= rt->size || m->holder == rt->self)
		return -EPROTO;
	to = room_for(rt, at);
	if (!to)
		return -ENOMEM;
	at->rt = rt;
	at->transfer.fn = on_read;
	OCR_OBSERVE(rt, read, m->holder, at->size);
	return ocr_fabric_read(rt->fabric, m->holder, m->offset, to, at->size,
			       &at->transfer);
}

int
ocr_seat_on_join(struct ocr_runtime *rt, ocr_node_t from,
		 const struct ocr_op *op)
{
	const struct ocr_msg_join *m = (const void *)op;
	char text[OCR_GUID_TEXT];
	struct ocr_place *at;
	int err;

	if (ocr_owner_of(rt, m->db) != from)
		return -EINVAL;
	ocr_parts_lock(&rt->data->parts);
	at = ocr_place_find_locked(&rt->data->parts, m->db);
	if (at && at->placed && !at->asked)
		at->asked = true;
	else
		at = NULL;
	ocr_parts_unlock(&rt->data->parts);
	if (!at)
		return -ENOENT;
	err = bring(rt, at, m);
	if (err)
		ocr_fail(rt, "%s cannot be put back into its block: %s",
			 ocr_guid_text(m->db, text), strerror(-err));
	return 0;
}

/* -- The whole ----------------------------------------------------------------
 */

static bool
has_watched_patch_locked(const struct ocr_seat *s)
{
	const struct ocr_place *z;
	const struct ocr_patch *p;

	for (p = s->patches; p; p = p->next)
		for (z = s->zombies; z; z = z->other)
			if (ocr_place_touches(z->offset, z->size, p->offset,
					      p->size))
				return true;
	return false;
}

/* Puts what was kept aside into the parent, or a copy of it if old readers
 * still look at it.  The parent's bytes; NULL: no memory. */
static char *
apply_patches(struct ocr_runtime *rt, struct ocr_seat *s)
{
	struct ocr_block *b = s->block;
	char *data = s->data;
	struct ocr_copy *c;
	bool watched;

	ocr_block_lock(b);
	ocr_parts_lock(&rt->data->parts);
	watched = has_watched_patch_locked(s);
	ocr_parts_unlock(&rt->data->parts);
	if (watched) {
		c = ocr_copy_at_locked(b, data);
		c = ocr_copy_add_locked(rt, b, c->version);
		data = c ? c->data : NULL;
	}
	if (watched && data) {
		memcpy(data, s->data, b->size);
		c->flags = OCR_COPY_PINNED | OCR_COPY_READY;
		/* The last of its readers frees it.  Who looks for the version
		 * must not find it, even if the copy goes first. */
		c = ocr_copy_at_locked(b, s->data);
		c->version = OCR_HAVE_NONE;
		c->flags = OCR_COPY_READY | OCR_COPY_STALE |
			   (c->flags & OCR_COPY_ALIAS);
	}
	if (data) {
		ocr_parts_lock(&rt->data->parts);
		ocr_seat_patch_locked(s, data, 0, b->size);
		ocr_parts_unlock(&rt->data->parts);
	}
	ocr_block_unlock(rt, b);
	return data;
}

int
ocr_seat_on_whole(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_joined *m = (const void *)op;
	struct ocr_msg_release r = {
		.op = OCR_OP(OCR_MSG_RELEASE, struct ocr_msg_release),
		.db = m->db,
	};
	struct ocr_seat *s, **p;
	struct ocr_block *b;
	char *old, *data;

	ocr_parts_lock(&rt->data->parts);
	s = ocr_owner_of(rt, m->db) == from
		    ? ocr_seat_find_locked(&rt->data->parts, m->db)
		    : NULL;
	/* As long as a place is not joined, its bytes may still come. */
	if (s && s->data && !s->n_open) {
		for (p = &rt->data->parts.seats; *p != s; p = &(*p)->next)
			;
		*p = s->next;
	} else {
		s = NULL;
	}
	ocr_parts_unlock(&rt->data->parts);
	if (!s)
		return -ENOENT;
	data = s->patches ? apply_patches(rt, s) : s->data;
	if (!data) {
		ocr_fail(rt,
			 "node %u has no memory for parts of a "
			 "block",
			 rt->self);
		return 0;
	}
	ocr_seat_drop_patches(rt, s);
	b = s->block;
	old = s->data;
	ocr_parts_lock(&rt->data->parts);
	s->left = true;
	if (!s->n_places)
		free(s);
	ocr_parts_unlock(&rt->data->parts);
	r.offset = ocr_memory_offset(rt->memory, data);
	ocr_block_put(rt, b, old);
	if (data != old)
		ocr_block_put(rt, b, data);
	ocr_emit(rt, from, &r.op);
	return 0;
}
