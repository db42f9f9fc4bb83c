/* SPDX-License-Identifier: BSD-3-Clause */
/* newborn.h - blocks that a task has made, and that nobody else can know yet.
 *
 * Until the task asks for something else, only it knows their GUIDs: so they
 * are in no map, and have no lock.  One that it destroys before that was
 * never there for others.  The next op of the task's stream, whatever it is,
 * and the end of its body make them known first (struct ocr_stream, untold).
 * Who has guessed a GUID, or was told past the runtime, is parked until then.
 * doc/change/BLOCKS.md, 4.3.2.
 *
 *   NEWBORN --> held, or at rest, at its home     ocr_newborn_tell
 *      |
 *      +------> gone                              ocr_newborn_end
 *
 * Its struct ocr_block is nobody's: it has the bytes, their number, and no
 * GUID.  Whoever has an old address of it meets a NULL_GUID under the lock.
 * In the list of its task (held.h) newborn blocks come last.
 * Threads: that of the task.
 */
#ifndef SRC_DATA_NEWBORN_H
#define SRC_DATA_NEWBORN_H

#include "src/data/held.h"
#include "src/stream/direct.h"

/* May the next block of the task be one?  Of this node, without a label and
 * without hints. */
static inline bool
ocr_newborn_may(struct ocr_stream *s)
{
	ocr_stream_tell_task(s);
	/* Where a seed decides it does so twice: whether it is a call, and
	 * whether that is told at once. */
	return !s->rt->strict && ocr_direct_flows(s) &&
	       !(s->rt->by_message && s->rt->by_message(s->rt->by_message_arg));
}

/* The task has a new block g with these bytes.  0 or -ENOMEM. */
int ocr_newborn_make(struct ocr_stream *s, struct ocr_held *h, ocrGuid_t g,
		     uint64_t size, void **data);
/* The block g of the task if that is newborn, and came last; NULL: look for
 * it. */
static inline struct ocr_held_block *
ocr_newborn_last(const struct ocr_stream *s, ocrGuid_t g)
{
	const struct ocr_held *h = s->untold;
	struct ocr_held_block *b =
		h && h != OCR_STREAM_UNTOLD_TASK ? &h->blocks[h->n - 1] : NULL;

	return b && b->newborn && ocr_guid_eq(b->db, g) ? b : NULL;
}

/* For an observer alone. */
void ocr_newborn_show_release(const struct ocr_stream *s,
			      const struct ocr_held_block *b)
	__attribute__((cold, noinline));

/* It has released it. */
static inline void
ocr_newborn_release(struct ocr_stream *s, struct ocr_held_block *b)
{
	if (__builtin_expect(s->rt->observer != NULL, 0))
		ocr_newborn_show_release(s, b);
	b->released = true;
}

/* It destroys it: b is no more.  False: somebody has asked for it, so now all
 * newborn blocks of the task are told, and the others have to hear of the end. */
bool ocr_newborn_end(struct ocr_stream *s, struct ocr_held_block *b);
/* A hook; see above. */
void ocr_newborn_tell(struct ocr_stream *s);

#endif
