/* SPDX-License-Identifier: BSD-3-Clause */
/* template.c - templates of this node, and a table of those of others. */
#include "src/object/template.h"

#include "fabric/log.h"
#include "src/boot/runtime.h"
#include "src/object/names.h"
#include "src/stream/dispatch.h"
#include "src/stream/stream.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

struct template
{
	struct ocr_lock lock;
	ocrGuid_t guid;
	struct ocr_code code;
};

enum foreign_state { ASKED, KNOWN, UNKNOWN };

struct ocr_foreign {
	struct ocr_foreign *next;
	ocrGuid_t guid;
	enum foreign_state state;
	struct ocr_code code;
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

static void
no_op(void *ctx, void *obj, ocr_node_t from, const struct ocr_op *op)
{
	(void)ctx;
	(void)obj;
	(void)from;
	(void)op;
}

int
ocr_template_on_create(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op)
{
	const struct ocr_msg_create_template *m = (const void *)op;
	struct template *t = ocr_pool_get(&rt->templates, &ocr_self->templates);
	int err;

	(void)from;
	if (!t)
		return -ENOMEM;
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	t->guid = m->tmpl;
	t->code = m->code;
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	err = ocr_names_publish(rt, m->tmpl, t, no_op);
	if (err)
		ocr_pool_put(&rt->templates, &ocr_self->templates, t);
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
	if (mine)
		t->guid = NULL_GUID;
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	if (!mine)
		return -EINVAL;
	ocr_names_kill(rt, m->guid);
	ocr_pool_put(&rt->templates, &ocr_self->templates, t);
	return 0;
}

static int
find_own(struct ocr_runtime *rt, ocrGuid_t g, struct ocr_code *code)
{
	struct template *t;
	void *obj;
	int err = 0;

	if (ocr_guid_kind(g) != OCR_GUID_TEMPLATE ||
	    ocr_names_find(rt, g, &obj) != OCR_SLOT_LIVE)
		return -ENOENT;
	t = obj;
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (ocr_guid_eq(t->guid, g))
		*code = t->code;
	else
		err = -ENOENT;
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
	f->next = *b;
	*b = f;
	c->n++;
	*fresh = true;
	return f;
}

static int
find_foreign(struct ocr_runtime *rt, ocrGuid_t g, struct ocr_code *code,
	     struct ocr_stream *waiter)
{
	struct ocr_template_cache *c = &rt->foreign;
	struct ocr_foreign *f;
	bool ask = false;
	int err = 0;

	ocr_lock(&c->lock, OCR_LOCK_MAP);
	f = foreign_locked(c, g, &ask);
	if (!f)
		err = -ENOMEM;
	else if (f->state == KNOWN)
		*code = f->code;
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

		ocr_fabric_send(rt->fabric, ocr_owner_of(rt, g), &m.op);
		ocr_fabric_flush(rt->fabric);
	}
	return err;
}

int
ocr_template_resolve(struct ocr_runtime *rt, ocrGuid_t g, struct ocr_code *code,
		     struct ocr_stream *waiter)
{
	if (ocr_owner_of(rt, g) == rt->self)
		return find_own(rt, g, code);
	return find_foreign(rt, g, code, waiter);
}

int
ocr_template_on_get(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_get_template *m = (const void *)op;
	struct ocr_msg_template r = {
		.op = OCR_OP(OCR_MSG_TEMPLATE, struct ocr_msg_template),
		.tmpl = m->tmpl,
	};

	r.known = !find_own(rt, m->tmpl, &r.code);
	ocr_emit(rt, from, &r.op);
	return 0;
}

int
ocr_template_on_reply(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op)
{
	const struct ocr_msg_template *m = (const void *)op;
	struct ocr_template_cache *c = &rt->foreign;
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
