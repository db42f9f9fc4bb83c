/* SPDX-License-Identifier: BSD-3-Clause */
/* hint.c - see hint.h. */
#include "src/base/hint.h"

#include "src/base/runtime.h"

#include <errno.h>
#include <stdlib.h>

/* Objects of other nodes that this node remembers: a power of two. */
#define ENTRIES 1024

#define N_EDT (OCR_HINT_EDT_TIME - OCR_HINT_EDT_PRIORITY + 1)
#define N_DB  (OCR_HINT_DB_LAZY - OCR_HINT_DB_AFFINITY + 1)

ocrHintType_t
ocr_hint_type(enum ocr_guid_kind kind)
{
	switch (kind) {
	case OCR_GUID_EDT:
	case OCR_GUID_TEMPLATE:
		return OCR_HINT_EDT_T;
	case OCR_GUID_DB:
		return OCR_HINT_DB_T;
	default:
		return ocr_guid_kind_is_event(kind) ? OCR_HINT_EVT_T
						    : OCR_HINT_UNDEF_T;
	}
}

bool
ocr_hint_node(uint64_t value, uint32_t size, ocr_node_t *node)
{
	ocrGuid_t g = {value, 0};

	*node = ocr_guid_owner(g);
	return ocr_guid_kind(g) == OCR_GUID_AFFINITY && *node < size;
}

bool
ocr_hint_domain(uint64_t value, ocr_node_t self, unsigned *domain)
{
	ocrGuid_t g = {value, 0};

	/* guid.h: 0 for the whole node. */
	*domain = ocr_guid_creator(g) - 1;
	return ocr_guid_owner(g) == self && ocr_guid_creator(g);
}

enum ocr_memory_kind
ocr_hint_memory(const ocrHint_t *h)
{
	static const struct {
		ocrHintProp_t prop;
		enum ocr_memory_kind kind;
	} wishes[] = {
		{OCR_HINT_DB_HIGHBW, OCR_MEMORY_HIGHBW},
		{OCR_HINT_DB_NEAR, OCR_MEMORY_NEAR},
		{OCR_HINT_DB_INTER, OCR_MEMORY_INTER},
		{OCR_HINT_DB_FAR, OCR_MEMORY_FAR},
	};
	uint64_t value;

	for (unsigned i = 0; h->mask && i < sizeof(wishes) / sizeof(*wishes);
	     i++)
		if (ocr_hint_get(h, wishes[i].prop, &value) && value)
			return wishes[i].kind;
	return OCR_MEMORY_NEAR;
}

uint64_t
ocr_hint_of_node(ocr_node_t node)
{
	return ocr_guid_make(OCR_GUID_AFFINITY, 0, node, 0, 0).upper;
}

static bool
makes_sense(ocrHintType_t type, unsigned i, uint64_t value, uint32_t size)
{
	unsigned prop = (unsigned)type << 8 | i;
	ocr_node_t node;

	switch (prop) {
	case OCR_HINT_EDT_AFFINITY:
	case OCR_HINT_DB_AFFINITY:
		return ocr_hint_node(value, size, &node);
	case OCR_HINT_EDT_SLOT_MAX_ACCESS:
		return value < EDT_PARAM_DEF;
	case OCR_HINT_EDT_DISPERSE:
		return value <= OCR_HINT_EDT_DISPERSE_NEAR;
	default:
		return true;
	}
}

bool
ocr_hint_clean(ocrHint_t *h, ocrHintType_t type, uint32_t size)
{
	unsigned n = type == OCR_HINT_EDT_T  ? N_EDT
		     : type == OCR_HINT_DB_T ? N_DB
					     : 0;
	uint32_t before = h->mask;

	h->type = type;
	h->mask &= (1u << n) - 1;
	for (unsigned i = 0; h->mask >> i; i++)
		if (h->mask >> i & 1 &&
		    !makes_sense(type, i, h->values[i], size))
			h->mask &= ~(1u << i);
	return h->mask == before;
}

static void
take(ocrHint_t *to, const ocrHint_t *from, uint32_t mask)
{
	for (unsigned i = 0; mask >> i; i++)
		if (mask >> i & 1)
			to->values[i] = from->values[i];
	to->mask |= mask;
}

void
ocr_hint_merge(ocrHint_t *to, const ocrHint_t *from)
{
	take(to, from, from->mask);
}

void
ocr_hint_inherit(ocrHint_t *to, const ocrHint_t *from)
{
	take(to, from, from->mask & ~to->mask);
}

int
ocr_hint_keep(ocrHint_t **kept, const ocrHint_t *h)
{
	if (!*kept) {
		*kept = calloc(1, sizeof(**kept));
		if (!*kept)
			return -ENOMEM;
		(*kept)->type = h->type;
	}
	ocr_hint_merge(*kept, h);
	return 0;
}

static struct ocr_hint_entry *
entry_locked(struct ocr_hint_memory *m, ocrGuid_t g)
{
	return &m->entries[ocr_guid_hash(g) & (ENTRIES - 1)];
}

void
ocr_hint_note(struct ocr_runtime *rt, ocrGuid_t g, const ocrHint_t *h)
{
	struct ocr_hint_memory *m = &rt->hints;
	struct ocr_hint_entry *e;

	ocr_lock(&m->lock, OCR_LOCK_MAP);
	if (!m->entries)
		m->entries = calloc(ENTRIES, sizeof(*m->entries));
	if (m->entries) {
		e = entry_locked(m, g);
		if (!ocr_guid_eq(e->guid, g)) {
			e->guid = g;
			ocr_hint_start(&e->hint, h->type);
		}
		ocr_hint_merge(&e->hint, h);
	}
	ocr_unlock(&m->lock, OCR_LOCK_MAP);
}

void
ocr_hint_recall(struct ocr_runtime *rt, ocrGuid_t g, ocrHint_t *h)
{
	struct ocr_hint_memory *m = &rt->hints;
	struct ocr_hint_entry *e;

	ocr_lock(&m->lock, OCR_LOCK_MAP);
	if (m->entries) {
		e = entry_locked(m, g);
		if (ocr_guid_eq(e->guid, g))
			ocr_hint_merge(h, &e->hint);
	}
	ocr_unlock(&m->lock, OCR_LOCK_MAP);
}

void
ocr_hint_memory_fini(struct ocr_hint_memory *m)
{
	free(m->entries);
}
