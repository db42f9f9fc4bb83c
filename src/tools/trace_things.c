/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_things.c - see trace_things.h. */
#include "src/tools/trace_things.h"

#include "guidmap/guid.h"

#include <stdlib.h>
#include <string.h>

/* The place of g, or a free one. */
static uint32_t *
place_of(const struct trace_things *t, ocrGuid_t g)
{
	uint32_t at = (uint32_t)ocr_guid_hash(g) & t->mask;

	while (t->table[at] && !ocr_guid_eq(t->guids[t->table[at] - 1], g))
		at = (at + 1) & t->mask;
	return &t->table[at];
}

static int
grow(struct trace_things *t)
{
	uint32_t cap = t->cap ? 2 * t->cap : 1024;
	ocrGuid_t *guids;
	uint32_t *table;

	if (t->cap > UINT32_MAX / 8)
		return -1;
	guids = realloc(t->guids, cap * sizeof(*guids));
	if (!guids)
		return -1;
	t->guids = guids;
	table = calloc((size_t)2 * cap, sizeof(*table));
	if (!table)
		return -1;
	free(t->table);
	t->table = table;
	t->mask = 2 * cap - 1;
	t->cap = cap;
	for (uint32_t i = 0; i < t->n; i++)
		*place_of(t, t->guids[i]) = i + 1;
	return 0;
}

uint32_t
ocr_trace_things_number(struct trace_things *t, ocrGuid_t g)
{
	uint32_t *place;

	if (t->n == t->cap && grow(t))
		return UINT32_MAX;
	place = place_of(t, g);
	if (!*place) {
		t->guids[t->n] = g;
		*place = ++t->n;
	}
	return *place - 1;
}

uint32_t
ocr_trace_things_find(const struct trace_things *t, ocrGuid_t g)
{
	return t->table ? *place_of(t, g) - 1 : UINT32_MAX;
}

void
ocr_trace_things_fini(struct trace_things *t)
{
	free(t->guids);
	free(t->table);
	memset(t, 0, sizeof(*t));
}
