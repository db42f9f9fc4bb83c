/* SPDX-License-Identifier: BSD-3-Clause */
/* ship.h - moves the elements of one way's transfer to where they belong.
 *
 * To itself and to processes of the host whose window is mapped here: in one
 * pass from memory to memory.  What their programs want in memory of their own
 * they fetch (fetch.h).  To others: runs that are long enough in the
 * receiver's memory are written there one-sided, from the sender's buffer or,
 * where they are not contiguous there, from a staging piece; short ones, and
 * those whose elements are scattered there, travel packed in messages, which
 * the receiver unpacks.
 *
 * Threads: who drives, without the lock, unless said otherwise.
 */
#ifndef SRC_DRI_LINK_SHIP_H
#define SRC_DRI_LINK_SHIP_H

#include "src/dri/world/world.h"

struct dri_way;

/* What data travels by, and how much at a time. */
struct dri_limits {
	/* Runs on both sides that are written, and runs of the receiver's, in
	 * lines of the sender's, that are packed and written; all else travels
	 * packed. */
	int64_t run_bytes, staged_bytes;
	size_t stage_bytes;   /* a staging piece, at most */
	size_t piece_bytes;   /* of elements in a message */
	int64_t wide_bytes;   /* the same, of whole lines of the sender's */
	uint64_t burst_bytes; /* before others have their turn */
	uint64_t under_way;   /* of a way, at most; >= 4 of these pieces */
	/* Buffers of programs that are received into without a copy between. */
	int64_t direct_bytes;
};
/* Measured. */
extern const struct dri_limits ocr_dri_ship_limits;

/* The job of a way: begins the next transfer, or goes on with it. */
void ocr_dri_ship_run(struct dri_job *j);

/* True: the next transfer of a way that has one and a CREDIT, and is not busy,
 * was so small that its elements are there already.  Under the lock. */
bool ocr_dri_ship_small_locked(struct dri_way *way);

/* The network is closed: frees what was under way, which there is only when a
 * process is lost. */
void ocr_dri_ship_end(struct dri_world *w);

#endif
