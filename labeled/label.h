/* SPDX-License-Identifier: BSD-3-Clause */
/* label.h - the layout of GUIDs that programs compute.
 *
 * The element with index i of a map or range has the GUID
 *
 *   upper  63    56 55    48 47                 24 23                  0
 *         +--------+--------+---------------------+---------------------+
 *         |  kind  | flags  |     how (below)     | creator of the map  |
 *         +--------+--------+---------------------+---------------------+
 *   lower  63                    40 39                                 0
 *         +------------------------+------------------------------------+
 *         |       map number       |              index                 |
 *         +------------------------+------------------------------------+
 *
 * with OCR_GUID_LABELED among the flags.  Map numbers are counted by their
 * creator.  The elements are dealt to the nodes in blocks, round and round:
 * owner = index / block % size.  `how` says how long a block is, and every
 * value of its 24 bits says something, so none from the wire can do harm:
 *
 *   23 21 20       16 15               0
 *   +----+-----------+------------------+
 *   | 0  | exponent  |   mantissa - 1   |    block = mantissa << exponent
 *   +----+-----------+------------------+
 *
 * So how = 0 deals the elements one by one.  Values only: nothing here knows
 * which maps there are.  Threads: any.
 */
#ifndef LABELED_LABEL_H
#define LABELED_LABEL_H

#include "guidmap/guid.h"

#define OCR_LABEL_MAP_MASK ((UINT32_C(1) << 24) - 1)
#define OCR_LABEL_CYCLIC   0u

/* The length of a block, at least 1. */
static inline uint64_t
ocr_label_block(uint32_t how)
{
	return ((uint64_t)(how & 0xffff) + 1) << (how >> 16 & 0x1f);
}

/* One block per node for `n` elements (at most 2^40) on `size` >= 1 nodes.
 * Blocks of more than 65536 elements are rounded up, by less than 1/32768. */
static inline uint32_t
ocr_label_blocked(uint64_t n, uint32_t size)
{
	uint64_t block = n / size + (n % size != 0);
	uint32_t exponent = 0;

	while (block > 0x10000) {
		block = (block + 1) / 2;
		exponent++;
	}
	return exponent << 16 | (uint32_t)(block ? block - 1 : 0);
}

static inline ocrGuid_t
ocr_label_make(enum ocr_guid_kind kind, unsigned flags, ocr_node_t creator,
	       uint32_t how, uint32_t map, uint64_t index)
{
	return ocr_guid_make(kind, flags | OCR_GUID_LABELED, how, creator,
			     (uint64_t)(map & OCR_LABEL_MAP_MASK)
					     << OCR_LABEL_INDEX_BITS |
				     (index & OCR_LABEL_INDEX_MASK));
}

/* The rest is meaningful for labeled GUIDs alone. */
static inline bool
ocr_label_is(ocrGuid_t g)
{
	return ocr_guid_flags(g) & OCR_GUID_LABELED;
}

/* Can it name one object after the other?  An element of a map with a creator
 * cannot. */
static inline bool
ocr_label_recurs(ocrGuid_t g)
{
	return ocr_label_is(g) && !(ocr_guid_flags(g) & OCR_GUID_OF_MAP);
}

static inline uint32_t
ocr_label_map(ocrGuid_t g)
{
	return (uint32_t)(g.lower >> OCR_LABEL_INDEX_BITS);
}

static inline uint64_t
ocr_label_index(ocrGuid_t g)
{
	return g.lower & OCR_LABEL_INDEX_MASK;
}

/* The node that owns the element, in a job of `size` >= 1 nodes.  Cold: whose
 * object is it is asked everywhere, and mostly it has no label. */
ocr_node_t ocr_label_owner(ocrGuid_t g, uint32_t size)
	__attribute__((cold, noinline));

#endif
