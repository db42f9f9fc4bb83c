/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_side.c - see edt_side.h. */
#include "src/task/edt_side.h"

#include "include/extensions/ocr-runtime-itf.h"
#include "src/base/hint.h"
#include "src/base/runtime.h"
#include "src/names/names.h"
#include "src/task/edt.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

static struct ocr_edt_side *
side_locked(struct ocr_edt *t)
{
	if (!t->side) {
		t->side = calloc(1, sizeof(*t->side));
		if (t->side)
			t->side->hint.type = OCR_HINT_EDT_T;
	}
	return t->side;
}

/* For the body: made once, it stays where it is. */
static struct ocr_edt_side *
side_of(struct ocr_edt *t, bool make)
{
	struct ocr_edt_side *s;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	s = make ? side_locked(t) : t->side;
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return s;
}

/* What the scheduler has to know. */
static void
heed_locked(struct ocr_edt *t, struct ocr_edt_side *s)
{
	uint64_t value;

	t->run.flags &= ~(OCR_RUN_RANKED | OCR_RUN_NEAR);
	s->priority = 0;
	if (ocr_hint_get(&s->hint, OCR_HINT_EDT_PRIORITY, &value) && value) {
		s->priority = (int64_t)value;
		t->run.flags |= OCR_RUN_RANKED;
	}
	if (ocr_hint_get(&s->hint, OCR_HINT_EDT_AFFINITY, &value) &&
	    ocr_hint_domain(value, t->rt->self, &s->domain))
		t->run.flags |= OCR_RUN_NEAR;
}

int
ocr_edt_side_hint_locked(struct ocr_edt *t, const ocrHint_t *h)
{
	struct ocr_edt_side *s = side_locked(t);

	if (!s)
		return -ENOMEM;
	ocr_hint_merge(&s->hint, h);
	/* Or not quite born. */
	if (atomic_load_explicit(&t->state, memory_order_relaxed) <=
	    OCR_EDT_WAITING)
		heed_locked(t, s);
	return 0;
}

int
ocr_edt_side_rename(struct ocr_edt *t, ocrGuid_t was)
{
	struct ocr_edt_side *s = side_locked(t);

	if (!s)
		return -ENOMEM;
	s->was = was;
	return 0;
}

ocrGuid_t
ocr_edt_side_was(struct ocr_edt *t)
{
	const struct ocr_edt_side *s = side_of(t, false);

	return s ? s->was : NULL_GUID;
}

bool
ocr_edt_side_is_more(struct ocr_edt *t)
{
	const struct ocr_edt_side *s;
	bool is;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	s = t->side;
	is = s && (s->hint.mask || s->storage || s->guids ||
		   ocr_guid_is_null(s->was));
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return is;
}

ocrGuid_t
ocr_edt_side_name(struct ocr_edt *t)
{
	const struct ocr_edt_side *s = side_of(t, false);

	return s && !ocr_guid_is_null(s->was) ? s->was : ocr_edt_name(t);
}

ocrGuid_t
ocr_edt_side_now(struct ocr_edt *t, ocrGuid_t g)
{
	const struct ocr_edt_side *s = side_of(t, false);

	return s && ocr_guid_eq(s->was, g) && !ocr_guid_is_null(g)
		       ? ocr_edt_guid(t)
		       : g;
}

void *
ocr_edt_side_storage(struct ocr_edt *t)
{
	struct ocr_edt_side *s = side_of(t, true);

	if (!s)
		return NULL;
	if (!s->storage)
		s->storage = calloc(1, OCR_EDT_LOCAL_STORAGE_BYTES);
	return s->storage;
}

ocrGuid_t
ocr_edt_side_guid(struct ocr_edt *t, unsigned index)
{
	const struct ocr_edt_side *s = side_of(t, false);

	return s && index < s->n_guids ? s->guids[index] : NULL_GUID;
}

int
ocr_edt_side_set_guid(struct ocr_edt *t, unsigned index, ocrGuid_t g)
{
	struct ocr_edt_side *s = side_of(t, true);
	ocrGuid_t *more;

	if (!s)
		return -ENOMEM;
	if (index >= s->n_guids) {
		more = realloc(s->guids, (index + 1) * sizeof(*more));
		if (!more)
			return -ENOMEM;
		for (unsigned i = s->n_guids; i < index; i++)
			more[i] = NULL_GUID;
		s->guids = more;
		s->n_guids = index + 1;
	}
	s->guids[index] = g;
	return 0;
}

void
ocr_edt_side_free(struct ocr_edt *t)
{
	if (!t->side)
		return;
	free(t->side->storage);
	free(t->side->guids);
	free(t->side);
	t->side = NULL;
}

static const struct ocr_edt *
what_runs(const struct ocr_runnable *run)
{
	return (const void *)run; /* its first member */
}

int64_t
ocr_edt_priority(const struct ocr_runnable *run)
{
	return what_runs(run)->side->priority;
}

unsigned
ocr_edt_domain(const struct ocr_runnable *run)
{
	return what_runs(run)->side->domain;
}

int
ocr_edt_get_hint(struct ocr_runtime *rt, ocrGuid_t g, ocrHint_t *h)
{
	struct ocr_edt *t;
	int err = -ENOENT;
	void *obj;

	if (ocr_names_find(rt, g, &obj) != OCR_SLOT_LIVE)
		return err;
	t = obj;
	ocr_lock(&t->lock, OCR_LOCK_EDT);
	if (ocr_edt_is(t, g)) {
		err = 0;
		if (t->side)
			ocr_hint_merge(h, &t->side->hint);
	}
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return err;
}
