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

#define OCR_BRIEF_PARAMS 8
#define OCR_BRIEF_SLOTS	 8

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

/* Does r, which says who waits, fit into it?  Then these are the bits for it.
 */
static inline bool
ocr_brief_waits(ocr_node_t self, const struct ocr_msg_rider *r,
		uint64_t bits[OCR_BRIEF_WORDS])
{
	struct ocr_msg_create_brief m = {.slot = (uint8_t)r->slot,
					 .flags = OCR_BRIEF_WAITS,
					 .waiter = r->guid.lower};
	ocrGuid_t plain = ocr_guid_make(OCR_GUID_EDT, 0, self, self, 0);
	uint64_t placed = (uint64_t)OCR_GUID_PLACED << 48;

	if (r->slot > UINT8_MAX ||
	    r->mode != (OCR_RIDER_WAITS | DB_DEFAULT_MODE) ||
	    (r->guid.upper & ~placed) != plain.upper)
		return false;
	if (r->guid.upper & placed)
		m.flags |= OCR_BRIEF_WAITER_PLACED;
	memcpy(bits, (const char *)&m + OCR_BRIEF_AT,
	       OCR_BRIEF_WORDS * sizeof(*bits));
	return true;
}

/* The same of one that satisfies one of the slots `unmet`, which takes a word.
 */
static inline bool
ocr_brief_meets(uint8_t unmet, const struct ocr_msg_rider *r, uint64_t *bits)
{
	struct ocr_msg_create_brief m = {0};

	if (r->slot >= OCR_BRIEF_SLOTS || !(unmet >> r->slot & 1) ||
	    r->mode != DB_DEFAULT_MODE || !ocr_guid_is_null(r->guid))
		return false;
	m.met = (uint8_t)(1u << r->slot);
	memcpy(bits, (const char *)&m + OCR_BRIEF_AT, sizeof(*bits));
	return true;
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
