/* SPDX-License-Identifier: BSD-3-Clause */
/* template.c - templates of this node, and a table of those of others. */
#include "src/task/template.h"

#include "fabric/log.h"
#include "src/base/code.h"
#include "src/base/observer.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"
#include "src/stream/stream.h"
#include "src/task/tasks.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

struct template
{
	struct ocr_lock lock;
	/* Guarded by lock: */
	ocrGuid_t guid;
	struct ocr_code code;
	ocrHint_t *hint;   /* that tasks inherit, or NULL */
	ocr_node_t *known; /* nodes that have asked for it */
	uint32_t n_known;
};

enum foreign_state { ASKED, KNOWN, UNKNOWN };

struct ocr_foreign {
	struct ocr_foreign *next;
	ocrGuid_t guid;
	enum foreign_state state;
	struct ocr_code code;
	ocrHint_t hint;		    /* as the owner says */
	ocrHint_t foreseen;	    /* by this node, and not told back yet */
	uint32_t last;		    /* number of the last of those; 0: none */
	struct ocr_stream *waiters; /* while ASKED */
};

size_t
ocr_template_bytes(void)
{
	return sizeof(struct template);
}

void
ocr_template_cache_fini(struct ocr_template_cache *c)
{
	for (size_t i = 0; i < c->n_buckets; i++) {
		while (c->buckets[i]) {
			struct ocr_foreign *f = c->buckets[i];

			c->buckets[i] = f->next;
			free(f);
		}
	}
	free(c->buckets);
}

/* What is outside of the pool. */
static void
release_memory(struct template *t)
{
	free(t->hint);
	free(t->known);
	t->hint = NULL;
	t->known = NULL;
	t->n_known = 0;
}

void
ocr_template_abandon(void *none, void *tmpl)
{
	(void)none;
	release_memory(tmpl);
}

/* What workers remember of templates, of this node and of others, is not good
 * any more: what follows from the change comes later, and whoever that sets in
 * motion sees this. */
static void
changed(struct ocr_runtime *rt)
{
	/* pairs with ocr_template_recall() */
	atomic_fetch_add_explicit(&rt->template_changes, 1,
				  memory_order_release);
}

/* Hints that come are sent on under the lock: each node must get them in the
 * order in which they were merged, and after its copy of the template. */
static int
set_hint(struct ocr_runtime *rt, struct template *t,
	 const struct ocr_msg_set_hint *m)
{
	struct ocr_msg_set_hint on = {
		.op = OCR_OP(OCR_MSG_SET_HINT, struct ocr_msg_set_hint),
		.guid = m->guid,
		.origin = m->origin,
		.number = m->number,
		.hint = m->hint,
	};
	int err = -ENOENT;

	ocr_hint_clean(&on.hint, OCR_HINT_EDT_T, rt->size);
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (ocr_guid_eq(t->guid, m->guid))
		err = ocr_hint_keep(&t->hint, &on.hint);
	changed(rt);
	for (uint32_t i = 0; !err && i < t->n_known; i++)
		ocr_dispatch_send(rt, t->known[i], &on.op);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return err;
}

static int
apply_parked(struct ocr_runtime *rt, void *obj, ocr_node_t from,
	     const struct ocr_op *op)
{
	(void)from;
	return op->type == OCR_MSG_SET_HINT
		       ? set_hint(rt, obj, (const void *)op)
		       : -EINVAL;
}

int
ocr_template_on_create(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op)
{
	const struct ocr_msg_create_template *m = (const void *)op;
	struct template *t;
	int err;

	(void)from;
	if (ocr_guid_kind(m->tmpl) != OCR_GUID_TEMPLATE)
		return -EINVAL;
	t = ocr_pool_get(&rt->tasks->templates, &ocr_self->templates);
	if (!t)
		return -ENOMEM;
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	t->guid = m->tmpl;
	t->code = m->code;
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	err = ocr_names_publish(rt, m->tmpl, t, apply_parked);
	if (err) {
		release_memory(t);
		ocr_pool_put(&rt->tasks->templates, &ocr_self->templates, t);
	}
	return err;
}

int
ocr_template_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op)
{
	const struct ocr_msg_destroy *m = (const void *)op;
	struct template *t;
	void *obj;
	bool mine;

	(void)from;
	if (ocr_names_find(rt, m->guid, &obj) != OCR_SLOT_LIVE)
		return -EINVAL;
	t = obj;
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	mine = ocr_guid_eq(t->guid, m->guid);
	if (mine) {
		t->guid = NULL_GUID;
		release_memory(t);
		changed(rt);
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	if (!mine)
		return -EINVAL;
	ocr_names_bury(rt, m->guid, t);
	ocr_pool_put(&rt->tasks->templates, &ocr_self->templates, t);
	return 0;
}

static struct template *
own_template(struct ocr_runtime *rt, ocrGuid_t g)
{
	void *obj;

	if (ocr_guid_kind(g) != OCR_GUID_TEMPLATE ||
	    ocr_names_find(rt, g, &obj) != OCR_SLOT_LIVE)
		return NULL;
	return obj;
}

static void
copy_locked(const struct template *t, struct ocr_code *code, ocrHint_t *hint)
{
	*code = t->code;
	if (!hint)
		return;
	if (t->hint)
		*hint = *t->hint;
	else
		ocr_hint_start(hint, OCR_HINT_EDT_T);
}

static int
find_own(struct ocr_runtime *rt, ocrGuid_t g, struct ocr_code *code,
	 ocrHint_t *hint)
{
	struct template *t = own_template(rt, g);
	int err = -ENOENT;

	if (!t)
		return err;
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (ocr_guid_eq(t->guid, g)) {
		copy_locked(t, code, hint);
		err = 0;
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return err;
}

static struct ocr_foreign **
bucket_locked(struct ocr_template_cache *c, ocrGuid_t g)
{
	return &c->buckets[ocr_guid_hash(g) & (c->n_buckets - 1)];
}

static int
grow_locked(struct ocr_template_cache *c)
{
	size_t n = c->n_buckets ? 2 * c->n_buckets : 64;
	struct ocr_foreign **old = c->buckets;
	size_t n_old = c->n_buckets;

	c->buckets = calloc(n, sizeof(*c->buckets));
	if (!c->buckets) {
		c->buckets = old;
		return -ENOMEM;
	}
	c->n_buckets = n;
	for (size_t i = 0; i < n_old; i++) {
		while (old[i]) {
			struct ocr_foreign *f = old[i];
			struct ocr_foreign **b = bucket_locked(c, f->guid);

			old[i] = f->next;
			f->next = *b;
			*b = f;
		}
	}
	free(old);
	return 0;
}

/* *fresh: it was not there, and somebody must ask for it. */
static struct ocr_foreign *
foreign_locked(struct ocr_template_cache *c, ocrGuid_t g, bool *fresh)
{
	struct ocr_foreign *f, **b;

	if (c->n >= c->n_buckets && grow_locked(c) && !c->n_buckets)
		return NULL;
	b = bucket_locked(c, g);
	for (f = *b; f; f = f->next)
		if (ocr_guid_eq(f->guid, g))
			return f;
	f = calloc(1, sizeof(*f));
	if (!f)
		return NULL;
	f->guid = g;
	ocr_hint_start(&f->hint, OCR_HINT_EDT_T);
	ocr_hint_start(&f->foreseen, OCR_HINT_EDT_T);
	f->next = *b;
	*b = f;
	c->n++;
	*fresh = true;
	return f;
}

/* What tasks of this node shall have. */
static void
merge_foreign_locked(ocrHint_t *hint, const struct ocr_foreign *f)
{
	ocr_hint_merge(hint, &f->hint);
	ocr_hint_merge(hint, &f->foreseen);
}

static void
copy_foreign_locked(const struct ocr_foreign *f, struct ocr_code *code,
		    ocrHint_t *hint)
{
	*code = f->code;
	if (!hint)
		return;
	ocr_hint_start(hint, OCR_HINT_EDT_T);
	merge_foreign_locked(hint, f);
}

static int
find_foreign(struct ocr_runtime *rt, ocrGuid_t g, struct ocr_code *code,
	     ocrHint_t *hint, struct ocr_stream *waiter)
{
	struct ocr_template_cache *c = &rt->tasks->foreign;
	struct ocr_foreign *f;
	bool ask = false;
	int err = 0;

	ocr_lock(&c->lock, OCR_LOCK_MAP);
	f = foreign_locked(c, g, &ask);
	if (!f)
		err = -ENOMEM;
	else if (f->state == KNOWN)
		copy_foreign_locked(f, code, hint);
	else if (f->state == UNKNOWN)
		err = -ENOENT;
	else
		err = -EINPROGRESS;
	if (err == -EINPROGRESS && waiter) {
		waiter->next = f->waiters;
		f->waiters = waiter;
	}
	ocr_unlock(&c->lock, OCR_LOCK_MAP);
	if (ask) {
		struct ocr_msg_get_template m = {
			.op = OCR_OP(OCR_MSG_GET_TEMPLATE,
				     struct ocr_msg_get_template),
			.tmpl = g,
		};

		ocr_dispatch_send(rt, ocr_owner_of(rt, g), &m.op);
		ocr_fabric_flush(rt->fabric);
	}
	return err;
}

int
ocr_template_resolve(struct ocr_runtime *rt, ocrGuid_t g, struct ocr_code *code,
		     ocrHint_t *hint, struct ocr_stream *waiter)
{
	if (ocr_owner_of(rt, g) == rt->self)
		return find_own(rt, g, code, hint);
	return find_foreign(rt, g, code, hint, waiter);
}

/* How many of them its tasks have, if the GUID says so.  What the counts of one
 * with a label are, is not for a shortcut to know. */
static uint32_t
count_of(ocrGuid_t g, unsigned shift)
{
	uint32_t n = (uint32_t)(g.lower >> shift) & 0xffff;

	if (ocr_label_is(g))
		return EDT_PARAM_DEF;
	return n == OCR_TEMPLATE_COUNT_UNK ? EDT_PARAM_UNK : n;
}

int
ocr_template_find(struct ocr_runtime *rt, ocrGuid_t g, struct ocr_code *code,
		  ocrEdt_t *func, ocrHint_t *hint)
{
	/* Before it is looked at. */
	uint64_t changes = atomic_load_explicit(&rt->template_changes,
						memory_order_acquire);
	int err = ocr_template_resolve(rt, g, code, hint, NULL);

	*func = err ? NULL : ocr_code_function(code);
	if (*func && !hint->mask)
		*ocr_template_last(ocr_self, g) = (struct ocr_last_template){
			g,     changes,		*code,
			*func, count_of(g, 16), count_of(g, 0)};
	return err;
}

/* One that is known here; does not ask for it. */
static struct ocr_foreign *
known_locked(struct ocr_template_cache *c, ocrGuid_t g)
{
	struct ocr_foreign *f = NULL;

	if (c->n_buckets)
		for (f = *bucket_locked(c, g); f; f = f->next)
			if (ocr_guid_eq(f->guid, g) && f->state == KNOWN)
				break;
	return f;
}

int
ocr_template_peek(struct ocr_runtime *rt, ocrGuid_t g, struct ocr_code *code)
{
	struct ocr_template_cache *c = &rt->tasks->foreign;
	struct ocr_foreign *f;
	ocrHint_t hint;

	if (ocr_owner_of(rt, g) == rt->self)
		return find_own(rt, g, code, &hint);
	ocr_lock(&c->lock, OCR_LOCK_MAP);
	f = known_locked(c, g);
	if (f)
		*code = f->code;
	ocr_unlock(&c->lock, OCR_LOCK_MAP);
	return f ? 0 : -ENOENT;
}

int
ocr_template_get_hint(struct ocr_runtime *rt, ocrGuid_t g, ocrHint_t *h)
{
	struct ocr_template_cache *c = &rt->tasks->foreign;
	struct ocr_foreign *f;
	struct ocr_code code;
	ocrHint_t own;

	if (ocr_owner_of(rt, g) == rt->self) {
		if (find_own(rt, g, &code, &own))
			return -ENOENT;
		ocr_hint_merge(h, &own);
		return 0;
	}
	ocr_lock(&c->lock, OCR_LOCK_MAP);
	f = known_locked(c, g);
	if (f)
		merge_foreign_locked(h, f);
	ocr_unlock(&c->lock, OCR_LOCK_MAP);
	return 0;
}

uint32_t
ocr_template_foresee(struct ocr_runtime *rt, ocrGuid_t g, const ocrHint_t *h)
{
	struct ocr_template_cache *c = &rt->tasks->foreign;
	struct ocr_foreign *f;
	uint32_t number = 0;

	ocr_lock(&c->lock, OCR_LOCK_MAP);
	f = known_locked(c, g);
	if (f) {
		c->foreseen += c->foreseen == UINT32_MAX ? 2 : 1;
		f->last = number = c->foreseen;
		ocr_hint_merge(&f->foreseen, h);
	}
	changed(rt);
	ocr_unlock(&c->lock, OCR_LOCK_MAP);
	return number;
}

/* The owner says what the template has now; `is_own`: this node has asked for
 * that, as that number. */
static void
learn(struct ocr_runtime *rt, ocrGuid_t g, const ocrHint_t *h, bool is_own,
      uint32_t number)
{
	struct ocr_template_cache *c = &rt->tasks->foreign;
	struct ocr_foreign *f;

	ocr_lock(&c->lock, OCR_LOCK_MAP);
	f = known_locked(c, g);
	if (f) {
		ocr_hint_merge(&f->hint, h);
		/* All that this node has set is in it. */
		if (is_own && f->last == number) {
			ocr_hint_start(&f->foreseen, OCR_HINT_EDT_T);
			f->last = 0;
		}
	}
	changed(rt);
	ocr_unlock(&c->lock, OCR_LOCK_MAP);
}

int
ocr_template_on_set_hint(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op)
{
	const struct ocr_msg_set_hint *m = (const void *)op;
	ocr_node_t owner = ocr_owner_of(rt, m->guid);
	struct template *t;
	ocrHint_t h;
	int err;

	if (owner == rt->self) {
		t = ocr_names_object_of(rt, m->guid, from, op, &err);
		return t ? set_hint(rt, t, m) : err;
	}
	if (owner != from)
		return -EINVAL;
	h = m->hint;
	ocr_hint_clean(&h, OCR_HINT_EDT_T, rt->size);
	learn(rt, m->guid, &h, m->origin == rt->self, m->number);
	return 0;
}

/* Who asks is told of hints that come later.  Without memory for that he is
 * not: they are only advice. */
static void
remember_locked(struct template *t, ocr_node_t node)
{
	ocr_node_t *more;

	for (uint32_t i = 0; i < t->n_known; i++)
		if (t->known[i] == node)
			return;
	more = realloc(t->known, (t->n_known + 1) * sizeof(*more));
	if (!more)
		return;
	more[t->n_known++] = node;
	t->known = more;
}

int
ocr_template_on_get(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_get_template *m = (const void *)op;
	struct template *t = own_template(rt, m->tmpl);
	struct ocr_msg_template r = {
		.op = OCR_OP(OCR_MSG_TEMPLATE, struct ocr_msg_template),
		.tmpl = m->tmpl,
	};

	if (from == rt->self)
		return -EINVAL;
	if (t) {
		ocr_lock(&t->lock, OCR_LOCK_EDT);
		r.known = ocr_guid_eq(t->guid, m->tmpl);
		if (r.known) {
			copy_locked(t, &r.code, &r.hint);
			remember_locked(t, from);
			ocr_dispatch_send(rt, from, &r.op);
		}
		ocr_unlock(&t->lock, OCR_LOCK_EDT);
	}
	if (!r.known)
		ocr_emit(rt, from, &r.op);
	return 0;
}

int
ocr_template_on_reply(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op)
{
	const struct ocr_msg_template *m = (const void *)op;
	struct ocr_template_cache *c = &rt->tasks->foreign;
	struct ocr_stream *waiters = NULL;
	struct ocr_foreign *f = NULL;
	bool fresh = false;

	if (ocr_owner_of(rt, m->tmpl) != from)
		return -EINVAL;
	ocr_lock(&c->lock, OCR_LOCK_MAP);
	f = foreign_locked(c, m->tmpl, &fresh);
	if (f && f->state == ASKED) {
		f->state = m->known ? KNOWN : UNKNOWN;
		f->code = m->code;
		f->hint = m->hint;
		ocr_hint_clean(&f->hint, OCR_HINT_EDT_T, rt->size);
		waiters = f->waiters;
		f->waiters = NULL;
	}
	ocr_unlock(&c->lock, OCR_LOCK_MAP);
	while (waiters) {
		struct ocr_stream *s = waiters;

		waiters = s->next;
		ocr_stream_resume(s);
	}
	return 0;
}
