/* SPDX-License-Identifier: BSD-3-Clause */
/* hint.h - advice: what values make sense, and a memory of what this node has
 * said about objects of other nodes.
 *
 * An object keeps its hints at its owner.  Asking does not travel, so a node
 * remembers what it sent: a table of fixed size, in which a new entry may
 * take the place of an old one.
 * Threads: any.
 */
#ifndef SRC_BASE_HINT_H
#define SRC_BASE_HINT_H

#include "fabric/lock.h"
#include "fabric/numa.h"
#include "guidmap/guid.h"
#include "include/ocr.h"

#include <stdbool.h>

struct ocr_runtime;

struct ocr_hint_entry {
	ocrGuid_t guid; /* NULL_GUID: free */
	ocrHint_t hint;
};

struct ocr_hint_memory {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ocr_hint_entry *entries; /* NULL until there is one */
};

/* A variable without properties; the values are left as they are. */
static inline void
ocr_hint_start(ocrHint_t *h, ocrHintType_t type)
{
	h->type = type;
	h->mask = 0;
}

static inline bool
ocr_hint_get(const ocrHint_t *h, ocrHintProp_t prop, uint64_t *value)
{
	unsigned i = (unsigned)prop & 0xff;

	*value = h->mask >> i & 1 ? h->values[i] : 0;
	return h->mask >> i & 1;
}

/* The type of hint that objects of this kind take; OCR_HINT_UNDEF_T: none. */
ocrHintType_t ocr_hint_type(enum ocr_guid_kind kind);

/* The node that a value of an affinity property names; false: none. */
bool ocr_hint_node(uint64_t value, uint32_t size, ocr_node_t *node);
/* The same of one that names no domain of it. */
static inline bool
ocr_hint_is_node(uint64_t value, uint32_t size, ocr_node_t *node)
{
	*node = ocr_guid_owner((ocrGuid_t){value, 0});
	return value ==
		       ocr_guid_make(OCR_GUID_AFFINITY, 0, *node, 0, 0).upper &&
	       *node < size;
}
/* The NUMA domain of node `self` that such a value names; false: none, or of
 * another node.  It may not exist. */
bool ocr_hint_domain(uint64_t value, ocr_node_t self, unsigned *domain);
/* The memory that hints of a block ask for; of several the fastest. */
enum ocr_memory_kind ocr_hint_memory(const ocrHint_t *h);
/* The value that names a node. */
uint64_t ocr_hint_of_node(ocr_node_t node);

/* Unsets what is no property of `type`, or makes no sense in a job of `size`
 * nodes.  False: there was something. */
bool ocr_hint_clean(ocrHint_t *h, ocrHintType_t type, uint32_t size);

/* What is set in `from` is set in `to`: in any case, or where it is not. */
void ocr_hint_merge(ocrHint_t *to, const ocrHint_t *from);
void ocr_hint_inherit(ocrHint_t *to, const ocrHint_t *from);

/* Merges into *kept, which is created when it is NULL.  0 or -ENOMEM. */
int ocr_hint_keep(ocrHint_t **kept, const ocrHint_t *h);

/* This node has given `h` to g.  May be forgotten. */
void ocr_hint_note(struct ocr_runtime *rt, ocrGuid_t g, const ocrHint_t *h);
/* Merges what is remembered of g into h. */
void ocr_hint_recall(struct ocr_runtime *rt, ocrGuid_t g, ocrHint_t *h);

void ocr_hint_memory_fini(struct ocr_hint_memory *m);

#endif
