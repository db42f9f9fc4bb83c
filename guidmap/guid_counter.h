/* SPDX-License-Identifier: BSD-3-Clause */
/* guid_counter.h - where the counters of new GUIDs come from.
 *
 * A node has one dispenser: the next free chunk of counters for each owner
 * and class.  Every worker has a cache that takes OCR_GUID_CHUNK counters at
 * a time from it, so creating objects shares no cache line and no message is
 * ever needed.
 * Threads: the dispenser from any thread, a cache from its own thread.
 * Memory per owner never used: at most a pointer's share of a page table.
 */
#ifndef GUIDMAP_GUID_COUNTER_H
#define GUIDMAP_GUID_COUNTER_H

#include "guidmap/guid.h"

#include <stdbool.h>

/* Counters per chunk: what a worker takes at once, and the slots of a chunk
 * of the guidmap. */
#define OCR_GUID_CHUNK_BITS 8
#define OCR_GUID_CHUNK	    (1u << OCR_GUID_CHUNK_BITS)

struct ocr_guid_dispenser;
struct ocr_guid_page;

/* What a worker has taken. */
struct ocr_guid_cache {
	/* Fixed after create: */
	struct ocr_guid_dispenser *d;
	ocr_node_t self;
	uint32_t size;
	uint64_t
		nodes; /* owner and creator in a GUID of this node for itself */
	/* The next counter of such a GUID, but for templates; a multiple of
	 * OCR_GUID_CHUNK: there is none. */
	uint64_t here;
	/* Of all others; NULL until used. */
	struct ocr_guid_page *pages[];
};

int ocr_guid_dispenser_create(struct ocr_guid_dispenser **d, ocr_node_t self,
			      uint32_t size);
void ocr_guid_dispenser_destroy(struct ocr_guid_dispenser *d);

int ocr_guid_cache_create(struct ocr_guid_cache **c,
			  struct ocr_guid_dispenser *d);
/* Unused counters are lost, which is harmless. */
void ocr_guid_cache_destroy(struct ocr_guid_cache *c);

/* A fresh GUID for any kind but templates.  NULL_GUID: no memory. */
ocrGuid_t ocr_guid_new(struct ocr_guid_cache *c, enum ocr_guid_kind kind,
		       unsigned flags, ocr_node_t owner);

/* `n` counters one behind the other, of GUIDs of another node; for any kinds
 * but templates.  False: they are not at hand, and none is taken. */
bool ocr_guid_take_far(struct ocr_guid_cache *c, ocr_node_t owner, unsigned n,
		       uint64_t *counter);

/* What is left when the chunk is used up. */
ocrGuid_t ocr_guid_new_more(struct ocr_guid_cache *c, enum ocr_guid_kind kind,
			    unsigned flags);

/* Are the next n of this node at hand? */
static inline bool
ocr_guid_has_here(const struct ocr_guid_cache *c, unsigned n)
{
	unsigned used = c->here % OCR_GUID_CHUNK;

	return !n || (used && used + n <= OCR_GUID_CHUNK);
}

/* The next of those. */
static inline __attribute__((always_inline)) ocrGuid_t
ocr_guid_take_here(struct ocr_guid_cache *c, enum ocr_guid_kind kind,
		   unsigned flags)
{
	return (ocrGuid_t){(uint64_t)kind << 56 | (uint64_t)flags << 48 |
				   c->nodes,
			   c->here++};
}

/* As ocr_guid_new(), of an object of this node. */
static inline ocrGuid_t
ocr_guid_new_here(struct ocr_guid_cache *c, enum ocr_guid_kind kind,
		  unsigned flags)
{
	return __builtin_expect(!(c->here % OCR_GUID_CHUNK), 0)
		       ? ocr_guid_new_more(c, kind, flags)
		       : ocr_guid_take_here(c, kind, flags);
}

/* A fresh GUID of a template; counts up to OCR_TEMPLATE_COUNT_MAX or
 * OCR_TEMPLATE_COUNT_UNK.  NULL_GUID: no memory, or all 2^32 are used. */
ocrGuid_t ocr_guid_new_template(struct ocr_guid_cache *c, ocr_node_t owner,
				unsigned paramc, unsigned depc);

#endif
