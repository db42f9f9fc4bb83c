/* SPDX-License-Identifier: BSD-3-Clause */
/* split_partition.c - parts are made at the home of their block. */
#include "src/data/split.h"

#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/data/parted.h"
#include "src/data/seat.h"
#include "src/names/names.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- What is allowed ---------------------------------------------------------
 */

static int
by_offset(const void *a, const void *b)
{
	const struct ocr_msg_part *x = a, *y = b;

	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static bool
is_adoption(const struct ocr_msg_partition *m)
{
	return m->flags & OCR_PARTS_ADOPT;
}

/* Does nobody have that part yet? */
static bool
is_new(struct ocr_runtime *rt, ocr_node_t from, ocrGuid_t part)
{
	void *obj;

	return ocr_guid_creator(part) == from &&
	       ocr_names_find(rt, part, &obj) != OCR_SLOT_LIVE;
}

/* Anything may come from the wire.  0 or -errno. */
static int
check_list(struct ocr_runtime *rt, ocr_node_t from,
	   const struct ocr_msg_partition *m)
{
	uint64_t room = m->op.len_bytes - sizeof(*m), end = 0;
	struct ocr_msg_part *sorted;
	bool bad = false;

	if (!m->count || m->count > room / sizeof(*sorted) ||
	    ocr_guid_kind(m->db) != OCR_GUID_DB ||
	    (is_adoption(m) && (m->count != 1 || from != rt->self)))
		return -EINVAL;
	sorted = malloc(m->count * sizeof(*sorted));
	if (!sorted)
		return -ENOMEM;
	memcpy(sorted, m->parts, m->count * sizeof(*sorted));
	qsort(sorted, m->count, sizeof(*sorted), by_offset);
	for (uint32_t i = 0; i < m->count; i++) {
		const struct ocr_msg_part *p = &sorted[i];

		bad |= ocr_guid_kind(p->guid) != OCR_GUID_DB ||
		       !(ocr_guid_flags(p->guid) & OCR_GUID_PART) ||
		       ocr_label_is(p->guid) ||
		       ocr_owner_of(rt, p->guid) != rt->self ||
		       p->size > UINT64_MAX - p->offset ||
		       (p->size && p->offset < end);
		if (bad)
			break;
		if (p->size)
			end = p->offset + p->size;
		bad |= !is_adoption(m) && !is_new(rt, from, p->guid);
	}
	free(sorted);
	return bad ? -EINVAL : 0;
}

/* Why a part cannot be made. */
#define MOST_WHY 256

static int
check_part_locked(const struct ocr_split *s, uint64_t size,
		  const struct ocr_msg_part *p, char *why)
{
	char text[OCR_GUID_TEXT];
	const struct ocr_part *e;

	if (p->offset > size || p->size > size - p->offset) {
		snprintf(why, MOST_WHY,
			 "it has %" PRIu64 " bytes, and no %" PRIu64
			 " from byte %" PRIu64 " on",
			 size, p->size, p->offset);
		return -EINVAL;
	}
	for (e = s ? s->first : NULL; e; e = e->next) {
		if (e->doomed ||
		    !ocr_part_overlaps(e->offset, e->size, p->offset, p->size))
			continue;
		snprintf(why, MOST_WHY,
			 "%" PRIu64 " bytes from byte %" PRIu64
			 " on overlap its part %s, which has %" PRIu64
			 " bytes from byte %" PRIu64 " on",
			 p->size, p->offset, ocr_guid_text(e->guid, text),
			 e->size, e->offset);
		return -EINVAL;
	}
	return 0;
}

static int
check_locked(const struct ocr_block *b, const struct ocr_msg_partition *m,
	     char *why)
{
	const struct ocr_split *s = b->busy->home.split;
	char text[OCR_GUID_TEXT];
	int err = 0;

	for (const struct ocr_part *e = s && s->is_static ? s->first : NULL; e;
	     e = e->next) {
		if (e->doomed)
			continue;
		snprintf(why, MOST_WHY,
			 "it was partitioned with OCR_DB_PARTITION_STATIC, "
			 "and its part %s was not destroyed",
			 ocr_guid_text(e->guid, text));
		return -EPERM;
	}
	for (uint32_t i = 0; i < m->count && !err; i++)
		err = check_part_locked(s, b->size, &m->parts[i], why);
	return err;
}

static void
refuse(struct ocr_runtime *rt, ocrGuid_t db, const char *why)
{
	char text[OCR_GUID_TEXT];

	ocr_fail(rt, "ocrDbPartition() of %s cannot be done: %s",
		 ocr_guid_text(db, text), why);
}

void
ocr_split_refuse(struct ocr_runtime *rt, const struct ocr_op *op,
		 const char *why)
{
	refuse(rt, ((const struct ocr_msg_partition *)(const void *)op)->db,
	       why);
}

/* -- Making parts ------------------------------------------------------------
 */

struct making {
	struct ocr_part *part;
	struct ocr_block *block;
};

static void
mark_locked(struct ocr_busy *y, struct ocr_part *part)
{
	y->home.writers = 1;
	y->home.writer = OCR_NODE_NONE;
	y->home.exclusive = true;
	y->home.part = part;
}

/* A part that is being written, by nobody yet. */
static struct ocr_block *
new_block(struct ocr_runtime *rt, const struct ocr_msg_part *p,
	  struct ocr_part *part)
{
	struct ocr_block *b = ocr_block_create_empty(rt, p->guid, p->size, 0);
	struct ocr_busy *y;

	if (!b)
		return NULL;
	ocr_block_lock(b);
	y = ocr_block_busy_locked(rt, b);
	if (y)
		mark_locked(y, part);
	ocr_unlock(&b->lock, OCR_LOCK_DB);
	if (!y)
		ocr_block_abort(rt, b);
	return y ? b : NULL;
}

/* Has nobody ever had, or wanted, a byte of it? */
static bool
is_blank_locked(const struct ocr_block *b)
{
	const struct ocr_home *h = b->busy ? &b->busy->home : NULL;

	if (!(b->flags & OCR_BLOCK_BLANK) || b->copy.data)
		return false;
	return !h || (h->holder == OCR_NODE_NONE && !h->writers && !h->queue &&
		      !h->split && !h->part && !h->chunk && !h->destroyed);
}

/* The same of a block that there is, if its bytes may be those of a part. */
static struct ocr_block *
adopt_block(struct ocr_runtime *rt, const struct ocr_msg_part *p,
	    struct ocr_part *part)
{
	struct ocr_busy *y = NULL;
	struct ocr_block *b;
	void *obj;

	if (ocr_names_find(rt, p->guid, &obj) != OCR_SLOT_LIVE)
		return NULL;
	b = obj;
	ocr_block_lock(b);
	if (ocr_guid_eq(b->guid, p->guid) && b->size == p->size &&
	    is_blank_locked(b))
		y = ocr_block_busy_locked(rt, b);
	if (y)
		mark_locked(y, part);
	ocr_block_unlock(rt, b);
	return y ? b : NULL;
}

static int
make_one(struct ocr_runtime *rt, const struct ocr_msg_partition *m, uint32_t i,
	 struct making *to)
{
	const struct ocr_msg_part *p = &m->parts[i];
	struct ocr_part *part = calloc(1, sizeof(*part));
	struct ocr_block *b = NULL;

	if (part) {
		part->guid = p->guid;
		part->parent = m->db;
		part->offset = p->offset;
		part->size = p->size;
		b = is_adoption(m) ? adopt_block(rt, p, part)
				   : new_block(rt, p, part);
	}
	if (!b) {
		free(part);
		return -ENOMEM;
	}
	*to = (struct making){part, b};
	return 0;
}

/* It is as it was; but others may have come meanwhile. */
static void
release_adopted(struct ocr_runtime *rt, const struct making *it)
{
	struct ocr_block *b = it->block;

	ocr_block_lock(b);
	b->busy->home.part = NULL;
	b->busy->home.writers = 0;
	b->busy->home.exclusive = false;
	ocr_home_pump_locked(rt, b);
	ocr_block_unlock(rt, b);
	free(it->part);
}

static void
unmake(struct ocr_runtime *rt, const struct ocr_msg_partition *m,
       struct making *list, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		struct ocr_block *b = list[i].block;

		if (is_adoption(m)) {
			release_adopted(rt, &list[i]);
			continue;
		}
		ocr_block_lock(b);
		ocr_block_calm_locked(rt, b);
		ocr_unlock(&b->lock, OCR_LOCK_DB);
		ocr_block_abort(rt, b);
	}
	free(list);
}

static struct making *
make(struct ocr_runtime *rt, const struct ocr_msg_partition *m)
{
	struct making *list = malloc(m->count * sizeof(*list));

	for (uint32_t i = 0; list && i < m->count; i++) {
		if (!make_one(rt, m, i, &list[i]))
			continue;
		unmake(rt, m, list, i);
		return NULL;
	}
	return list;
}

static void
append_locked(struct ocr_split *s, struct ocr_part *p)
{
	p->split = s;
	/* An adopted one may have been destroyed already. */
	s->n_doomed += p->doomed;
	p->before = s->last;
	if (s->last)
		s->last->next = p;
	else
		s->first = p;
	s->last = p;
	s->n++;
}

/* The ranges are taken from here on.  0 or -errno, with the reason. */
static int
enter_locked(struct ocr_runtime *rt, struct ocr_block *b,
	     const struct ocr_msg_partition *m, const struct making *list,
	     char *why)
{
	struct ocr_busy *y = ocr_block_busy_locked(rt, b);
	struct ocr_split *s;
	int err = -ENOMEM;

	if (y && !y->home.split)
		y->home.split = calloc(1, sizeof(*s));
	s = y ? y->home.split : NULL;
	if (!s)
		return err;
	ocr_parts_lock(&rt->data->parts);
	err = check_locked(b, m, why);
	for (uint32_t i = 0; i < m->count && !err; i++)
		append_locked(s, list[i].part);
	if (!err)
		s->is_static = m->flags & OCR_PARTS_STATIC;
	ocr_parts_unlock(&rt->data->parts);
	if (!s->n) {
		y->home.split = NULL;
		free(s);
	}
	return err;
}

/* All parts can be found now. */
static void
go_on_locked(struct ocr_runtime *rt, struct ocr_block *b,
	     const struct making *list, uint32_t n)
{
	struct ocr_split *s = b->busy->home.split;
	const struct ocr_want w = {.edt = b->guid,
				   .have = OCR_HAVE_NONE,
				   .node = rt->self,
				   .index = OCR_PARTS_INDEX,
				   .mode = DB_MODE_EW};

	ocr_parts_lock(&rt->data->parts);
	for (uint32_t i = 0; i < n; i++)
		list[i].part->state = OCR_PART_PENDING;
	s->n_pending += n;
	ocr_parts_unlock(&rt->data->parts);
	if (s->granted) {
		ocr_split_place_locked(rt, b);
		return;
	}
	if (s->asked)
		return;
	s->asked = true;
	if (ocr_home_queue_locked(rt, b, &w))
		ocr_fail_memory(rt, NULL);
}

static void
publish(struct ocr_runtime *rt, const struct making *list, uint32_t n)
{
	char text[OCR_GUID_TEXT];
	int err;

	for (uint32_t i = 0; i < n; i++) {
		err = ocr_names_publish(rt, list[i].part->guid, list[i].block,
					ocr_home_apply_parked);
		if (err)
			ocr_fail(rt, "%s cannot be made: %s",
				 ocr_guid_text(list[i].part->guid, text),
				 strerror(-err));
	}
}

int
ocr_split_apply(struct ocr_runtime *rt, struct ocr_block *b, ocr_node_t from,
		const struct ocr_msg_partition *m)
{
	struct making *list = make(rt, m);
	char why[MOST_WHY] = "";
	int err;

	if (!list)
		return is_adoption(m) ? -EBUSY : -ENOMEM;
	ocr_block_lock(b);
	err = ocr_home_is_there_locked(b, m->db)
		      ? enter_locked(rt, b, m, list, why)
		      : -ENOENT;
	ocr_block_unlock(rt, b);
	if (err) {
		unmake(rt, m, list, m->count);
		/* Somebody will wait for the parts for ever. */
		if (from != rt->self && err != -ENOMEM) {
			refuse(rt, m->db, *why ? why : "it was destroyed");
			err = 0;
		}
		return err;
	}
	if (!is_adoption(m))
		publish(rt, list, m->count);
	ocr_block_lock(b);
	go_on_locked(rt, b, list, m->count);
	ocr_block_unlock(rt, b);
	free(list);
	return 0;
}

/* What comes before its block is parked, and then nobody has a lease. */
static void
answer(struct ocr_runtime *rt, ocr_node_t from,
       const struct ocr_msg_partition *m)
{
	struct ocr_block *b;
	void *obj;
	int err = -ENOENT;

	if (ocr_names_find(rt, m->db, &obj) == OCR_SLOT_LIVE) {
		b = obj;
		ocr_block_lock(b);
		if (ocr_guid_eq(b->guid, m->db) && b->busy)
			err = ocr_home_tell_parted_locked(rt, b, from, m->wait);
		ocr_block_unlock(rt, b);
	}
	if (err == -ENOMEM)
		ocr_fail_memory(rt, NULL);
	else if (err)
		ocr_parted_tell(rt, m->db, from, m->wait);
}

static int
partition(struct ocr_runtime *rt, ocr_node_t from, const struct ocr_op *op)
{
	const struct ocr_msg_partition *m = (const void *)op;
	int err = check_list(rt, from, m);
	struct ocr_block *b;

	if (err)
		return err;
	b = ocr_names_object_of(rt, m->db, from, op, &err);
	if (b)
		return ocr_split_apply(rt, b, from, m);
	if (err == -ENOENT && from != rt->self) {
		refuse(rt, m->db, "it was destroyed");
		return 0;
	}
	return err;
}

int
ocr_split_on_partition(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op)
{
	const struct ocr_msg_partition *m = (const void *)op;
	int err = partition(rt, from, op);

	if (err)
		ocr_parted_tell(rt, m->db, from, m->wait);
	else
		answer(rt, from, m);
	return err;
}
