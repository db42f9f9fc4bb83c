/* SPDX-License-Identifier: BSD-3-Clause */
/* split.h - a block that is cut into parts, at its home.
 *
 * A part is a block like others, with the same home.  Here it is known which
 * ranges are taken, by parts that live or are on their way out, and when the
 * parent is whole again; where the bytes are is known at the seat (seat.h).
 * doc/change/BLOCKS.md, 4.12, has the messages and the states of a part.
 * Threads: any.  Lists and states are guarded by the lock of the node's parts,
 * which is taken under a block's lock.
 */
#ifndef SRC_DATA_SPLIT_H
#define SRC_DATA_SPLIT_H

#include "src/base/msg.h"

#include <stdbool.h>

struct ocr_block;
struct ocr_runtime;
struct ocr_want;

/* Of a part, the bytes that it has from its parent. */
#define OCR_PART_FIRST_VERSION 1

enum ocr_part_state {
	OCR_PART_NEW, /* not in the world yet */
	OCR_PART_PENDING,
	OCR_PART_PLACING,
	OCR_PART_LIVE,
	OCR_PART_JOINING,
};

/* One part.  Its block points to it until it has been joined. */
struct ocr_part {
	/* Fixed: */
	ocrGuid_t guid, parent;
	uint64_t offset, size;
	struct ocr_split *split;
	/* Guarded by the lock of the node's parts: */
	struct ocr_part *next, *before; /* of one parent, oldest first */
	enum ocr_part_state state;
	bool doomed; /* destroyed, though it may be in use */
	/* Once JOINING: */
	ocr_node_t seat, holder;
	uint64_t version, at; /* the newest bytes, at the holder */
	struct ocr_part *todo;
};

struct ocr_split {
	/* Guarded by the lock of the node's parts: */
	struct ocr_part *first, *last;
	uint32_t n, n_doomed, n_pending;
	bool is_static;
	/* Guarded by the parent's lock: */
	bool asked; /* it is in the queue, or granted */
	bool granted;
	ocr_node_t seat; /* once it is granted */
};

int ocr_split_on_partition(struct ocr_runtime *rt, ocr_node_t from,
			   const struct ocr_op *op);
int ocr_split_on_placed(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_split_on_joined(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);

/* ocr_split_on_partition() of a block that has just been created. */
int ocr_split_apply(struct ocr_runtime *rt, struct ocr_block *b,
		    ocr_node_t from, const struct ocr_msg_partition *m);

/* An op of a stream of this node could not be carried out when nobody could be
 * told any more. */
void ocr_split_refuse(struct ocr_runtime *rt, const struct ocr_op *op,
		      const char *why);

/* For copies: may parts of that block, if it is one of this node's, be made and
 * unmade as the runtime likes?  A file must know when its ranges change. */
bool ocr_split_may_cut(struct ocr_runtime *rt, ocrGuid_t g);

/* Where the bytes of a block of this node are, or will be when who writes to it
 * has released it: as far as is known, and for a moment. */
ocr_node_t ocr_split_place_of(struct ocr_runtime *rt, ocrGuid_t g);

/* Are `size` bytes from `offset` on, of a part of that whole block, those which
 * the whole has from `at` on? */
bool ocr_split_is_part(struct ocr_runtime *rt, ocrGuid_t part, ocrGuid_t whole,
		       uint64_t at, uint64_t offset, uint64_t size);

/* Do two ranges have a byte in common? */
static inline bool
ocr_part_overlaps(uint64_t a, uint64_t a_size, uint64_t b, uint64_t b_size)
{
	return a_size && b_size && a < b + b_size && b < a + a_size;
}

/* The split is granted: the parts that can have their bytes get them. */
void ocr_split_place_locked(struct ocr_runtime *rt, struct ocr_block *b);

/* Is that the want of its parts, in the parent's queue? */
bool ocr_split_wants_locked(const struct ocr_block *b,
			    const struct ocr_want *w);
/* Where they shall be. */
ocr_node_t ocr_split_seat_locked(const struct ocr_runtime *rt,
				 const struct ocr_block *b);
/* They are about to be granted the block, at that node. */
void ocr_split_begin_locked(struct ocr_runtime *rt, struct ocr_block *b,
			    ocr_node_t seat);

/* A block that is a part was destroyed; and: nobody uses it any more. */
void ocr_split_doom_locked(struct ocr_runtime *rt, struct ocr_block *b);
void ocr_split_join_locked(struct ocr_runtime *rt, struct ocr_block *b);

/* Of a job that is stuck: how many parts a block has. */
uint32_t ocr_split_count_locked(struct ocr_runtime *rt,
				const struct ocr_block *b);

#endif
