/* SPDX-License-Identifier: BSD-3-Clause */
/* seen.c - see seen.h.
 *
 * What is known of a block lies in the upper bits of its flags: a bit for each
 * node of a job of a few, else the number of the one reader, plus 1.
 */
#include "src/data/seen.h"

#include "guidmap/guid.h"
#include "src/base/runtime.h"
#include "src/data/data.h"
#include "src/names/names.h"
#include "src/stream/dispatch.h"

/* Several have it, or one whose number has no room. */
#define MANY ((UINT32_C(1) << OCR_BLOCK_SEEN_BITS) - 1)

static uint32_t
get(const struct ocr_block *b)
{
	return b->flags / OCR_BLOCK_SEEN;
}

static void
set(struct ocr_block *b, uint32_t seen)
{
	b->flags = b->flags % OCR_BLOCK_SEEN + seen * OCR_BLOCK_SEEN;
}

static bool
has_bits(const struct ocr_runtime *rt)
{
	return rt->size <= OCR_BLOCK_SEEN_BITS;
}

/* Of one reader, or of a second. */
static uint32_t
one_of(uint32_t before, ocr_node_t node)
{
	uint32_t number = node < MANY - 1 ? node + 1 : MANY;

	return !before || before == number ? number : MANY;
}

void
ocr_seen_note_locked(const struct ocr_runtime *rt, struct ocr_block *b,
		     ocr_node_t to)
{
	if (b->size < rt->data->told_bytes || to == rt->self ||
	    ocr_label_recurs(b->guid))
		return;
	set(b, has_bits(rt) ? get(b) | UINT32_C(1) << to : one_of(get(b), to));
}

static void
tell(struct ocr_runtime *rt, const struct ocr_block *b, ocr_node_t node)
{
	const struct ocr_msg_drop m = {
		.op = OCR_OP(OCR_MSG_DROP, struct ocr_msg_drop),
		.db = b->guid,
		.version = b->copy.version,
		.flags = OCR_DROP_GONE,
	};

	ocr_dispatch_send(rt, node, &m.op);
}

void
ocr_seen_tell_locked(struct ocr_runtime *rt, struct ocr_block *b,
		     ocr_node_t but)
{
	uint32_t seen = get(b);

	set(b, 0);
	if (has_bits(rt)) {
		for (ocr_node_t i = 0; seen; i++, seen >>= 1)
			if (seen & 1 && i != but)
				tell(rt, b, i);
	} else if (seen && seen != MANY && seen - 1 != but) {
		tell(rt, b, seen - 1);
	}
}

void
ocr_seen_forget(struct ocr_runtime *rt, const struct ocr_msg_drop *m)
{
	struct ocr_block *b = ocr_block_find(rt, m->db, m->version);

	/* It has made room already. */
	if (!b)
		return;
	b->copy.flags |= OCR_COPY_STALE;
	ocr_copy_settle_locked(rt, b, &b->copy);
	ocr_block_unlock(rt, b);
}
