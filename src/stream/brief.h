/* SPDX-License-Identifier: BSD-3-Clause */
/* brief.h - the creation of a task of another node, in a line of a ring.
 *
 * CREATE_BRIEF says what CREATE_EDT says with some riders (rider.h) of most
 * tasks: its GUID has no flag but PLACED, and its creator is who sends it; its
 * output event has the next number; who waits for that is a task of the
 * creator, by any of its first slots, in the default mode; its slots are
 * satisfied with no block, in that mode. Knows what fits into it, and what it
 * stands for; does not know what that does. Threads: any.
 */
#ifndef SRC_STREAM_BRIEF_H
#define SRC_STREAM_BRIEF_H

#include "guidmap/guid.h"
#include "src/base/delivery.h"
#include "src/base/msg.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Where that is which may come later. */
#define OCR_BRIEF_AT	((uint32_t)offsetof(struct ocr_msg_create_brief, offset))
#define OCR_BRIEF_WORDS 2

/* The name of the output event of such a task. */
static inline ocrGuid_t
ocr_brief_output(ocrGuid_t edt)
{
	return ocr_guid_make(
		OCR_GUID_EVENT_ONCE, OCR_GUID_OUTPUT | OCR_GUID_TAKES_ARG,
		ocr_guid_owner(edt), ocr_guid_creator(edt), edt.lower + 1);
}

/* Who waits, of an op with OCR_BRIEF_WAITS that has come from node `from`. */
static inline struct ocr_waiter
ocr_brief_waiter(ocr_node_t from, const struct ocr_msg_create_brief *m)
{
	unsigned flags =
		m->flags & OCR_BRIEF_WAITER_PLACED ? OCR_GUID_PLACED : 0;

	return ocr_waiter_of(
		ocr_guid_make(OCR_GUID_EDT, flags, from, from, m->waiter),
		m->slot, DB_DEFAULT_MODE);
}

/* What may come later, as it is or-ed into those words of it. */
struct ocr_brief_bits {
	uint64_t word[OCR_BRIEF_WORDS];
};

/* A byte of the first of them.  Shifted there: a word that was stored byte by
 * byte cannot be loaded before all of it is in the cache. */
static inline uint64_t
ocr_brief_byte(size_t offset, uint8_t byte)
{
	unsigned at = (unsigned)offset - OCR_BRIEF_AT;

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	at = sizeof(uint64_t) - 1 - at;
#endif
	return (uint64_t)byte << 8 * at;
}
#define OCR_BRIEF_BYTE(field, byte)                                            \
	ocr_brief_byte(offsetof(struct ocr_msg_create_brief, field), byte)

/* Does it fit into it that the slot of `dest` waits in that mode?  Then these
 * are the bits for it. */
static inline __attribute__((always_inline)) bool
ocr_brief_waits(ocr_node_t self, ocrGuid_t dest, uint32_t slot, uint32_t mode,
		struct ocr_brief_bits *bits)
{
	const uint64_t placed = (uint64_t)OCR_GUID_PLACED << 48;
	ocrGuid_t plain = ocr_guid_make(OCR_GUID_EDT, 0, self, self, 0);
	uint8_t flags = OCR_BRIEF_WAITS |
			(dest.upper & placed ? OCR_BRIEF_WAITER_PLACED : 0);

	bits->word[0] = OCR_BRIEF_BYTE(flags, flags) |
			OCR_BRIEF_BYTE(slot, (uint8_t)slot);
	bits->word[1] = dest.lower;
	return slot <= UINT8_MAX && mode == DB_DEFAULT_MODE &&
	       (dest.upper & ~placed) == plain.upper;
}

/* The same of that one of the slots `unmet` is satisfied. */
static inline bool
ocr_brief_meets(uint8_t unmet, ocrGuid_t data, uint32_t slot, uint32_t mode,
		struct ocr_brief_bits *bits)
{
	bits->word[0] = OCR_BRIEF_BYTE(met, (uint8_t)(1u << (slot & 7)));
	bits->word[1] = 0;
	return slot < OCR_BRIEF_SLOTS && unmet >> slot & 1 &&
	       mode == DB_DEFAULT_MODE && ocr_guid_is_null(data);
}

/* Could the creator have sent that?  Anything may come from the wire.  *riders:
 * so many follow. */
bool ocr_brief_is_right(ocr_node_t self, ocr_node_t from,
			const struct ocr_msg_create_brief *m, uint32_t *riders);

/* CREATE_EDT with what rides on it, of one that has come; the caller frees it.
 * NULL: it is not right. */
struct ocr_msg_create_edt *
ocr_brief_unfold(ocr_node_t self, ocr_node_t from,
		 const struct ocr_msg_create_brief *m);

#endif
