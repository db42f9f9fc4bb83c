/* SPDX-License-Identifier: BSD-3-Clause */
/* guid.h - what the 128 bits of a GUID mean.
 *
 *   upper  63    56 55    48 47                 24 23                  0
 *         +--------+--------+---------------------+---------------------+
 *         |  kind  | flags  |     owner node      |    creator node     |
 *         +--------+--------+---------------------+---------------------+
 *   lower |      counter, one sequence per (creator, owner, class)      |
 *         +-------------------------------------------------------------+
 *
 * Templates have a class of their own, whose counter is short so that the
 * counts that EDT_PARAM_DEF stands for are known on every node at once:
 *
 *   lower  63                  32 31              16 15               0
 *         +----------------------+------------------+------------------+
 *         |       counter        |      paramc      |       depc       |
 *         +----------------------+------------------+------------------+
 *
 * An affinity is a node, the owner; where others have their creator it has the
 * number of a NUMA domain of it, from 1 on, or 0 for the whole node.
 *
 * A GUID is a value: it names an object, and neither points to it nor owns it.
 * All of it is fixed at birth, so any node can route without asking.  Counters
 * are never reused, so a stale GUID is always recognised.
 */
#ifndef GUIDMAP_GUID_H
#define GUIDMAP_GUID_H

#include "fabric/node.h"
#include "include/ocr-types.h"

#include <stdbool.h>
#include <stdint.h>

enum ocr_guid_kind {
	OCR_GUID_NULL = 0, /* NULL_GUID is all zero */
	OCR_GUID_DB,
	OCR_GUID_EDT,
	OCR_GUID_TEMPLATE,
/* OCR_GUID_EVENT_ONCE .. OCR_GUID_EVENT_COLLECTIVE, in the order of the rows */
#define OCR_EVENT_KIND(kind, ...) OCR_GUID_EVENT_##kind,
#include "guidmap/event_kinds.def"
#undef OCR_EVENT_KIND
	OCR_GUID_AFFINITY,
	OCR_GUID_MAP,	 /* a map or range of labels */
	OCR_GUID_MAPPED, /* an element of a map with a creator function */
	OCR_GUID_SCOPE,	 /* a finish scope, never seen by programs */
	OCR_GUID_FILE,
	OCR_GUID_WORKER, /* a thread of a node that runs tasks */
	OCR_GUID_KINDS,
	OCR_GUID_UNINITIALIZED = 0xfe,
	OCR_GUID_ERROR = 0xff
};

enum ocr_guid_flag {
	OCR_GUID_TAKES_ARG = 1, /* an event made to carry a block */
	OCR_GUID_OUTPUT = 2,	/* the output event of an EDT */
	OCR_GUID_LABELED = 4,
	OCR_GUID_PLACED = 8,   /* created with the affinity of its owner */
	OCR_GUID_OF_FILE = 32, /* a block that is a range of a file */
	OCR_GUID_OF_MAP = 16,  /* an element that a creator function makes */
	OCR_GUID_PART = 64,    /* a part of another block, or may become one */
	OCR_GUID_HIDDEN =
		128, /* a task of this node whose GUID nobody has asked
		      * for: no map knows it, no program sees it */
};

/* A label's lower half: number of its map, index. */
#define OCR_LABEL_INDEX_BITS 40
#define OCR_LABEL_INDEX_MASK ((UINT64_C(1) << OCR_LABEL_INDEX_BITS) - 1)

/* How many counts a template's GUID can hold; the last value says unknown. */
#define OCR_TEMPLATE_COUNT_MAX 0xfffeu
#define OCR_TEMPLATE_COUNT_UNK 0xffffu

static inline ocrGuid_t
ocr_guid_make(enum ocr_guid_kind kind, unsigned flags, ocr_node_t owner,
	      ocr_node_t creator, uint64_t lower)
{
	ocrGuid_t g;

	g.upper = (uint64_t)kind << 56 | (uint64_t)(flags & 0xff) << 48 |
		  (uint64_t)(owner & OCR_NODE_MASK) << OCR_NODE_BITS |
		  (creator & OCR_NODE_MASK);
	g.lower = lower;
	return g;
}

static inline enum ocr_guid_kind
ocr_guid_kind(ocrGuid_t g)
{
	return (enum ocr_guid_kind)(g.upper >> 56);
}

static inline unsigned
ocr_guid_flags(ocrGuid_t g)
{
	return (g.upper >> 48) & 0xff;
}

/* The node that owns the object's state.  Meaningless for NULL_GUID. */
static inline ocr_node_t
ocr_guid_owner(ocrGuid_t g)
{
	return (g.upper >> OCR_NODE_BITS) & OCR_NODE_MASK;
}

/* The node that made the GUID. */
static inline ocr_node_t
ocr_guid_creator(ocrGuid_t g)
{
	return g.upper & OCR_NODE_MASK;
}

/* The place in the sequence of its (creator, owner, class). */
static inline uint64_t
ocr_guid_counter(ocrGuid_t g)
{
	return ocr_guid_kind(g) == OCR_GUID_TEMPLATE ? g.lower >> 32 : g.lower;
}

static inline bool
ocr_guid_kind_is_event(enum ocr_guid_kind k)
{
	return k >= OCR_GUID_EVENT_ONCE && k <= OCR_GUID_EVENT_COLLECTIVE;
}

static inline bool
ocr_guid_is_event(ocrGuid_t g)
{
	return ocr_guid_kind_is_event(ocr_guid_kind(g));
}

/* How many slots of an event of that kind a program may satisfy.  A sum, as the
 * compiler leaves only the rows with more than one. */
static inline unsigned
ocr_guid_slots(enum ocr_guid_kind k)
{
	return 1
#define OCR_EVENT_KIND(kind, name, dependence, satisfaction, slots, ...)       \
	+(k == OCR_GUID_EVENT_##kind ? (slots)-1 : 0)
#include "guidmap/event_kinds.def"
#undef OCR_EVENT_KIND
		;
}

/* Does an event pass on the block that satisfies it?  Anything else does. */
static inline bool
ocr_guid_carries(ocrGuid_t g)
{
	switch (ocr_guid_kind(g)) {
#define OCR_EVENT_KIND(kind, name, dependence, satisfaction, slots, carries,   \
		       late)                                                   \
	case OCR_GUID_EVENT_##kind:                                            \
		return carries;
#include "guidmap/event_kinds.def"
#undef OCR_EVENT_KIND
	default:
		return true;
	}
}

/* An event whose state is at its owner; a collective event is on many nodes. */
static inline bool
ocr_guid_is_single_event(ocrGuid_t g)
{
	return ocr_guid_is_event(g) &&
	       ocr_guid_kind(g) != OCR_GUID_EVENT_COLLECTIVE;
}

static inline bool
ocr_guid_eq(ocrGuid_t a, ocrGuid_t b)
{
	return a.upper == b.upper && a.lower == b.lower;
}

static inline bool
ocr_guid_is_null(ocrGuid_t g)
{
	return !(g.upper | g.lower);
}

/* A well-mixed 64-bit value, for hash tables. */
static inline uint64_t
ocr_guid_hash(ocrGuid_t g)
{
	uint64_t h = g.lower * UINT64_C(0x9e3779b97f4a7c15) ^ g.upper;

	h ^= h >> 32;
	h *= UINT64_C(0xd6e8feb86659fd93);
	return h ^ h >> 32;
}

/* "db", "edt", "sticky event", ...; never NULL. */
const char *ocr_guid_kind_name(enum ocr_guid_kind k);

/* Of an event that is gone, and was not destroyed: "it had fired, ...".  NULL,
 * if its kind stays until then. */
const char *ocr_guid_late(ocrGuid_t g);

/* For messages: "sticky event 2:0.17" (owner:creator.counter), of a task whose
 * GUID nobody has asked for "edt 2:2.n17", of a label
 * "sticky event 0.3[17]" (creator.map[index]), of a map "map 0.3", into buf of
 * at least OCR_GUID_TEXT bytes; returns buf. */
#define OCR_GUID_TEXT 64
char *ocr_guid_text(ocrGuid_t g, char *buf);

#endif
