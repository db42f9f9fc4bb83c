/* SPDX-License-Identifier: BSD-3-Clause */
/* seen.h - which nodes may have a copy of a block of this node that nobody
 * there uses any more (doc/change/BLOCKS.md, 4.4.1).
 *
 * They keep it until they need the room, for the block may be read again; when
 * it has been destroyed it will not be.  So they are told, and the memory that
 * was used last is free for the next copy.  It is a hint: who has not been
 * noted, or not been told, finds out by running out of room.
 * In jobs of a few nodes all are noted, in larger ones a single reader.
 * Threads: any; the block's lock guards it.
 */
#ifndef SRC_DATA_SEEN_H
#define SRC_DATA_SEEN_H

#include "src/base/msg.h"
#include "src/data/block.h"

/* Smaller blocks are not worth a message, unless told_bytes says so. */
#define OCR_SEEN_LEAST 4096

/* Node `to` is sent bytes of the block, or where they are. */
void ocr_seen_note_locked(const struct ocr_runtime *rt, struct ocr_block *b,
			  ocr_node_t to);

static inline bool
ocr_seen_any(const struct ocr_block *b)
{
	return b->flags >= OCR_BLOCK_SEEN;
}

/* Nobody will ask for the block any more: tells those who were noted, but for
 * one who hears it anyway. */
void ocr_seen_tell_locked(struct ocr_runtime *rt, struct ocr_block *b,
			  ocr_node_t but);

/* Says the home of a block, to one who may have a copy: it goes when no task
 * uses it. */
void ocr_seen_forget(struct ocr_runtime *rt, const struct ocr_msg_drop *m);

#endif
