/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_name.c - the GUID of a task that nobody asked for when it was made. */
#include "src/task/edt.h"

#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/names/names.h"
#include "src/sched/worker.h"

static uint32_t
state_of(const struct ocr_edt *t)
{
	return atomic_load_explicit(&t->state, memory_order_relaxed);
}

ocrGuid_t
ocr_edt_name(struct ocr_edt *t)
{
	ocrGuid_t old = ocr_edt_guid(t), g = old;

	if (!t->hidden || t->whole)
		return g;
	if (ocr_guid_flags(g) & OCR_GUID_HIDDEN)
		g = ocr_guid_new(ocr_self->guids, OCR_GUID_EDT,
				 ocr_guid_flags(g) & ~OCR_GUID_HIDDEN,
				 t->rt->self);
	if (ocr_guid_is_null(g))
		return g;
	ocr_guid_cell_set(&t->name, g);
	if (ocr_names_publish(t->rt, g, t, ocr_edt_apply_parked)) {
		ocr_guid_cell_set(&t->name, old);
		return NULL_GUID;
	}
	if (state_of(t) == OCR_EDT_WAITING)
		ocr_edt_set_hidden_as(t, old.lower);
	t->hidden = false;
	return g;
}

/* The name of t, which has waited as `hidden`; NULL_GUID: it is another one. */
static ocrGuid_t
name_now_locked(const struct ocr_edt *t, ocrGuid_t hidden)
{
	return ocr_edt_is(t, hidden) || (state_of(t) == OCR_EDT_WAITING &&
					 ocr_edt_hidden_as(t) == hidden.lower)
		       ? ocr_edt_guid(t)
		       : NULL_GUID;
}

ocrGuid_t
ocr_edt_name_now(struct ocr_edt *t, ocrGuid_t hidden)
{
	ocrGuid_t g;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	g = name_now_locked(t, hidden);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return g;
}

ocrGuid_t
ocr_edt_name_waiting(void *edt, ocrGuid_t hidden)
{
	struct ocr_edt *t = edt;
	ocrGuid_t g;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	g = name_now_locked(t, hidden);
	if (ocr_guid_eq(g, hidden))
		g = ocr_edt_name(t);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	if (ocr_guid_is_null(g))
		ocr_fail(t->rt, "no memory for the name of a task");
	return g;
}
