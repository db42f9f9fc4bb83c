/* SPDX-License-Identifier: BSD-3-Clause */
/* creator.c - see creator.h. */
#include "src/task/creator.h"

#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/names/map.h"
#include "src/task/edt.h"

ocrGuid_t
ocr_creator_element_of(const struct ocr_edt *t)
{
	if (!(t->run.flags & OCR_EDT_CREATOR))
		return NULL_GUID;
	return (ocrGuid_t){t->words[OCR_MAP_ELEMENT_UPPER],
			   t->words[OCR_MAP_ELEMENT_LOWER]};
}

static struct ocr_map *
map_of(const struct ocr_edt *t)
{
	return (struct ocr_map *)(uintptr_t)t->words[OCR_MAP_ITSELF];
}

void
ocr_creator_run(struct ocr_edt *t)
{
	/* A function of another type, which only its caller knows. */
	ocrCreator_t create = (ocrCreator_t)(void (*)(void))ocr_edt_func(t);
	const struct ocr_map *map = map_of(t);
	ocrGuid_t g = ocr_creator_element_of(t);

	create(g, ocr_label_index(g), map->paramc, map->paramv, map->guidc,
	       map->guidv);
}

void
ocr_creator_end(struct ocr_edt *t)
{
	ocrGuid_t g = ocr_creator_element_of(t);
	char text[OCR_GUID_TEXT];

	if (!ocr_labels_is_vacant(t->rt->labels, g)) {
		ocr_map_put(t->rt, map_of(t));
		return;
	}
	ocr_fail(t->rt, "the creator function has not created %s",
		 ocr_guid_text(g, text));
	ocr_map_put(t->rt, map_of(t));
}
