/* SPDX-License-Identifier: BSD-3-Clause */
/* labels.c - a hash table in shards, each with a lock. */
#include "labeled/labels.h"

#include "fabric/lock.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define SHARD_BITS 6
#define SHARDS	   (1u << SHARD_BITS)
#define FIRST_CAP  16u

enum state { EMPTY, CLAIMED, BUSY, LIVE };

struct parked {
	struct parked *next; /* parked later */
	ocr_node_t from;
	_Alignas(8) unsigned char op[];
};

struct list {
	struct parked *first, **end;
};

struct entry {
	struct entry *next;
	ocrGuid_t g;
	void *obj;
	enum state state;
	bool vacant;	     /* since ocr_labels_expect() */
	uint64_t life;	     /* BUSY: which publish is at it */
	struct list ops;     /* parked */
	struct list waiting; /* creations */
};

struct shard {
	struct ocr_lock lock;
	/* Guarded by lock: */
	uint32_t n, cap; /* cap: a power of two, or 0 */
	struct entry **buckets;
	uint64_t parked;
	uint64_t lives; /* objects that there have been */
};

struct ocr_labels {
	ocr_labels_reborn_fn *reborn;
	void *ctx;
	struct shard shards[SHARDS];
};

/* A task and its output event share a label. */
#define KEY_MASK (((UINT64_C(1) << 48) - 1) | (uint64_t)OCR_GUID_OUTPUT << 48)

static ocrGuid_t
key_of(ocrGuid_t g)
{
	g.upper &= KEY_MASK;
	return g;
}

static struct shard *
lock_shard(struct ocr_labels *l, uint64_t hash)
{
	struct shard *s = &l->shards[hash >> (64 - SHARD_BITS)];

	ocr_lock(&s->lock, OCR_LOCK_LABELS);
	return s;
}

static void
unlock_shard(struct shard *s)
{
	ocr_unlock(&s->lock, OCR_LOCK_LABELS);
}

static uint64_t
hash_of(ocrGuid_t g)
{
	return ocr_guid_hash(key_of(g));
}

/* Where the pointer to the entry of g is; NULL: nowhere. */
static struct entry **
place_locked(struct shard *s, ocrGuid_t g, uint64_t hash)
{
	struct entry **p;

	if (!s->cap)
		return NULL;
	for (p = &s->buckets[hash & (s->cap - 1)]; *p; p = &(*p)->next)
		if (ocr_guid_eq(key_of((*p)->g), key_of(g)))
			return p;
	return NULL;
}

static struct entry *
entry_locked(struct shard *s, ocrGuid_t g, uint64_t hash)
{
	struct entry **p = place_locked(s, g, hash);

	return p ? *p : NULL;
}

static int
grow_locked(struct shard *s)
{
	uint32_t cap = s->cap ? 2 * s->cap : FIRST_CAP;
	struct entry **buckets = calloc(cap, sizeof(struct entry *)), *e;

	if (!buckets)
		return -ENOMEM;
	for (uint32_t i = 0; i < s->cap; i++)
		while ((e = s->buckets[i])) {
			uint64_t at = hash_of(e->g) & (cap - 1);

			s->buckets[i] = e->next;
			e->next = buckets[at];
			buckets[at] = e;
		}
	free(s->buckets);
	s->buckets = buckets;
	s->cap = cap;
	return 0;
}

static struct entry *
add_locked(struct shard *s, ocrGuid_t g, uint64_t hash)
{
	struct entry *e;

	/* A crowded table is slow, not wrong. */
	if (s->n == s->cap && grow_locked(s) && !s->cap)
		return NULL;
	e = calloc(1, sizeof(*e));
	if (!e)
		return NULL;
	e->g = g;
	e->ops.end = &e->ops.first;
	e->waiting.end = &e->waiting.first;
	e->next = s->buckets[hash & (s->cap - 1)];
	s->buckets[hash & (s->cap - 1)] = e;
	s->n++;
	return e;
}

static void
remove_locked(struct shard *s, ocrGuid_t g, uint64_t hash)
{
	struct entry **p = place_locked(s, g, hash), *e = *p;

	*p = e->next;
	s->n--;
	free(e);
}

static int
append_locked(struct shard *s, struct list *list, ocr_node_t from,
	      const struct ocr_op *op)
{
	struct parked *x = malloc(sizeof(*x) + op->len_bytes);

	if (!x)
		return -ENOMEM;
	x->next = NULL;
	x->from = from;
	memcpy(x->op, op, op->len_bytes);
	*list->end = x;
	list->end = &x->next;
	s->parked++;
	return 0;
}

static struct parked *
shift_locked(struct shard *s, struct list *list)
{
	struct parked *x = list->first;

	if (!x)
		return NULL;
	list->first = x->next;
	if (!x->next)
		list->end = &list->first;
	s->parked--;
	return x;
}

static long
free_list_locked(struct shard *s, struct list *list)
{
	struct parked *x;
	long n = 0;

	for (; (x = shift_locked(s, list)); n++)
		free(x);
	return n;
}

/* The object is gone: what is parked waits for the next one.  If there is
 * none, it is dropped, and its number added to *late.  Returns the creation
 * that is next, or NULL. */
static struct parked *
vacate_locked(struct shard *s, struct entry *e, uint64_t hash, long *late)
{
	struct parked *next = shift_locked(s, &e->waiting);

	if (ocr_guid_flags(e->g) & OCR_GUID_OF_MAP)
		*late += free_list_locked(s, &e->ops);

	e->state = EMPTY;
	e->obj = NULL;
	if (!e->ops.first && !e->waiting.first)
		remove_locked(s, e->g, hash);
	return next;
}

static void
reborn(struct ocr_labels *l, struct parked *x)
{
	if (!x)
		return;
	l->reborn(l->ctx, (const struct ocr_op *)x->op);
	free(x);
}

int
ocr_labels_create(struct ocr_labels **l, ocr_labels_reborn_fn *reborn_fn,
		  void *ctx)
{
	struct ocr_labels *x = calloc(1, sizeof(*x));

	if (!x)
		return -ENOMEM;
	x->reborn = reborn_fn;
	x->ctx = ctx;
	for (unsigned i = 0; i < SHARDS; i++)
		ocr_lock_init(&x->shards[i].lock);
	*l = x;
	return 0;
}

void
ocr_labels_destroy(struct ocr_labels *l)
{
	struct entry *e;

	for (struct shard *s = l->shards; s < l->shards + SHARDS; s++) {
		for (uint32_t i = 0; i < s->cap; i++)
			while ((e = s->buckets[i])) {
				s->buckets[i] = e->next;
				free_list_locked(s, &e->ops);
				free_list_locked(s, &e->waiting);
				free(e);
			}
		free(s->buckets);
	}
	free(l);
}

static enum ocr_slot_state
look_locked(const struct entry *e, ocrGuid_t g, void **obj)
{
	if (!e)
		return OCR_SLOT_NEVER;
	if (e->state != LIVE)
		return OCR_SLOT_PARKED;
	if (ocr_guid_kind(g) != OCR_GUID_MAPPED && !ocr_guid_eq(g, e->g))
		return OCR_SLOT_BAD;
	*obj = e->obj;
	return OCR_SLOT_LIVE;
}

enum ocr_slot_state
ocr_labels_find(struct ocr_labels *l, ocrGuid_t g, void **obj)
{
	uint64_t hash = hash_of(g);
	struct shard *s = lock_shard(l, hash);
	enum ocr_slot_state state =
		look_locked(entry_locked(s, g, hash), g, obj);

	unlock_shard(s);
	return state;
}

enum ocr_slot_state
ocr_labels_find_or_park(struct ocr_labels *l, ocrGuid_t g, ocr_node_t from,
			const struct ocr_op *op, bool expected, void **obj)
{
	uint64_t hash = hash_of(g);
	struct shard *s = lock_shard(l, hash);
	struct entry *e = entry_locked(s, g, hash);
	enum ocr_slot_state state = look_locked(e, g, obj);

	if (!e && expected) {
		state = OCR_SLOT_DEAD;
	} else if (state != OCR_SLOT_LIVE && state != OCR_SLOT_BAD) {
		if (!e)
			e = add_locked(s, g, hash);
		state = e && !append_locked(s, &e->ops, from, op)
				? OCR_SLOT_PARKED
				: OCR_SLOT_FULL;
	}
	unlock_shard(s);
	return state;
}

int
ocr_labels_expect(struct ocr_labels *l, ocrGuid_t g)
{
	uint64_t hash = hash_of(g);
	struct shard *s = lock_shard(l, hash);
	int err = -EEXIST;

	struct entry *e;

	if (!entry_locked(s, g, hash)) {
		e = add_locked(s, g, hash);
		err = e ? 0 : -ENOMEM;
		if (e)
			e->vacant = true;
	}
	unlock_shard(s);
	return err;
}

int
ocr_labels_claim(struct ocr_labels *l, ocrGuid_t g, const struct ocr_op *op)
{
	uint64_t hash = hash_of(g);
	struct shard *s = lock_shard(l, hash);
	struct entry *e = entry_locked(s, g, hash);
	int err = 0;

	if (!e)
		e = add_locked(s, g, hash);
	if (!e)
		err = -ENOMEM;
	else if (e->state == EMPTY)
		e->state = CLAIMED;
	else if (!op)
		err = -EEXIST;
	else
		err = append_locked(s, &e->waiting, 0, op) ? -ENOMEM
							   : -EINPROGRESS;
	unlock_shard(s);
	return err;
}

static bool
is_claimed(struct ocr_labels *l, ocrGuid_t g)
{
	uint64_t hash = hash_of(g);
	struct shard *s = lock_shard(l, hash);
	struct entry *e = entry_locked(s, g, hash);
	bool claimed = e && e->state == CLAIMED;

	unlock_shard(s);
	return claimed;
}

void
ocr_labels_settle(struct ocr_labels *l, ocrGuid_t g)
{
	while (is_claimed(l, g))
		sched_yield();
}

void
ocr_labels_unclaim(struct ocr_labels *l, ocrGuid_t g)
{
	uint64_t hash = hash_of(g);
	struct shard *s = lock_shard(l, hash);
	struct entry *e = entry_locked(s, g, hash);
	struct parked *next = NULL;
	long late = 0;

	if (e && e->state == CLAIMED)
		next = vacate_locked(s, e, hash, &late);
	unlock_shard(s);
	reborn(l, next);
}

/* The op to apply next; NULL: there is none, and the entry is LIVE, or the
 * object is gone. */
static struct parked *
next_op(struct ocr_labels *l, ocrGuid_t g, uint64_t life)
{
	uint64_t hash = hash_of(g);
	struct shard *s = lock_shard(l, hash);
	struct entry *e = entry_locked(s, g, hash);
	struct parked *x = NULL;

	if (e && e->state == BUSY && e->life == life) {
		x = shift_locked(s, &e->ops);
		if (!x)
			e->state = LIVE;
	}
	unlock_shard(s);
	return x;
}

int
ocr_labels_publish(struct ocr_labels *l, ocrGuid_t g, void *obj,
		   ocr_guidmap_apply_fn *apply, void *ctx)
{
	uint64_t hash = hash_of(g), life = 0;
	struct shard *s = lock_shard(l, hash);
	struct entry *e = entry_locked(s, g, hash);
	struct parked *x;
	int err = 0;

	if (!e)
		e = add_locked(s, g, hash);
	if (!e) {
		err = -ENOMEM;
	} else if (e->state == BUSY || e->state == LIVE) {
		err = -EEXIST;
	} else {
		e->g = g;
		e->vacant = false;
		e->obj = obj;
		e->state = e->ops.first ? BUSY : LIVE;
		e->life = life = ++s->lives;
	}
	if (err || e->state == LIVE) {
		unlock_shard(s);
		return err;
	}
	unlock_shard(s);
	while ((x = next_op(l, g, life))) {
		apply(ctx, obj, x->from, (const struct ocr_op *)x->op);
		free(x);
	}
	return 0;
}

long
ocr_labels_kill(struct ocr_labels *l, ocrGuid_t g)
{
	uint64_t hash = hash_of(g);
	struct shard *s = lock_shard(l, hash);
	struct entry *e = entry_locked(s, g, hash);
	struct parked *next = NULL;
	long late = 0;

	/* At once, also while parked ops are being applied: whoever hears of
	 * the end may create the next object. */
	if (e && (e->state == BUSY || e->state == LIVE))
		next = vacate_locked(s, e, hash, &late);
	else
		late = -ESTALE;
	unlock_shard(s);
	reborn(l, next);
	return late;
}

int
ocr_labels_object(struct ocr_labels *l, ocrGuid_t *g, void **obj)
{
	uint64_t hash = hash_of(*g);
	struct shard *s = lock_shard(l, hash);
	struct entry *e = entry_locked(s, *g, hash);
	int err = e && (e->state == BUSY || e->state == LIVE) ? 0 : -ENOENT;

	if (!err) {
		*g = e->g;
		*obj = e->obj;
	}
	unlock_shard(s);
	return err;
}

int
ocr_labels_name(struct ocr_labels *l, ocrGuid_t *g)
{
	uint64_t hash = hash_of(*g);
	struct shard *s = lock_shard(l, hash);
	struct entry *e = entry_locked(s, *g, hash);
	int err = e && e->state == LIVE ? 0 : -ENOENT;

	if (!err)
		*g = e->g;
	unlock_shard(s);
	return err;
}

bool
ocr_labels_is_vacant(struct ocr_labels *l, ocrGuid_t g)
{
	uint64_t hash = hash_of(g);
	struct shard *s = lock_shard(l, hash);
	struct entry *e = entry_locked(s, g, hash);
	bool vacant = e && e->vacant;

	unlock_shard(s);
	return vacant;
}

void
ocr_labels_each(struct ocr_labels *l,
		void (*fn)(void *ctx, ocrGuid_t g, void *obj), void *ctx)
{
	for (struct shard *s = l->shards; s < l->shards + SHARDS; s++)
		for (uint32_t i = 0; i < s->cap; i++)
			for (struct entry *e = s->buckets[i]; e; e = e->next)
				if (e->state == LIVE)
					fn(ctx, e->g, e->obj);
}

void
ocr_labels_each_parked(struct ocr_labels *l,
		       void (*fn)(void *ctx, ocr_node_t from,
				  const struct ocr_op *op),
		       void *ctx)
{
	const struct parked *x;

	for (struct shard *s = l->shards; s < l->shards + SHARDS; s++)
		for (uint32_t i = 0; i < s->cap; i++)
			for (struct entry *e = s->buckets[i]; e; e = e->next) {
				for (x = e->ops.first; x; x = x->next)
					fn(ctx, x->from,
					   (const struct ocr_op *)x->op);
				for (x = e->waiting.first; x; x = x->next)
					fn(ctx, x->from,
					   (const struct ocr_op *)x->op);
			}
}

uint64_t
ocr_labels_parked(struct ocr_labels *l)
{
	uint64_t n = 0;

	for (struct shard *s = l->shards; s < l->shards + SHARDS; s++) {
		ocr_lock(&s->lock, OCR_LOCK_LABELS);
		n += s->parked;
		unlock_shard(s);
	}
	return n;
}

ocr_node_t
ocr_label_owner(ocrGuid_t g, uint32_t size)
{
	/* Where guid.h has the owner, a label has how to find it. */
	uint64_t block = ocr_label_block(ocr_guid_owner(g));

	return (ocr_node_t)(ocr_label_index(g) / block % size);
}
