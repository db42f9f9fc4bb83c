/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_side.c - see edt_side.h. */
#include "src/object/edt_side.h"

#include "include/extensions/ocr-runtime-itf.h"
#include "src/object/edt.h"

#include <errno.h>
#include <stdlib.h>

struct ocr_edt_side *
ocr_edt_side_get(struct ocr_edt *t)
{
	if (!t->side)
		t->side = calloc(1, sizeof(*t->side));
	return t->side;
}

void *
ocr_edt_side_storage(struct ocr_edt *t)
{
	struct ocr_edt_side *s = ocr_edt_side_get(t);

	if (!s)
		return NULL;
	if (!s->storage)
		s->storage = calloc(1, OCR_EDT_LOCAL_STORAGE_BYTES);
	return s->storage;
}

ocrGuid_t
ocr_edt_side_guid(const struct ocr_edt *t, unsigned index)
{
	return t->side && index < t->side->n_guids ? t->side->guids[index]
						   : NULL_GUID;
}

int
ocr_edt_side_set_guid(struct ocr_edt *t, unsigned index, ocrGuid_t g)
{
	struct ocr_edt_side *s = ocr_edt_side_get(t);
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
