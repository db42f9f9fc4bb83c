/* SPDX-License-Identifier: BSD-3-Clause */
/* parted.h - callers of ocrDbPartition() that others must not overtake.
 *
 * Whoever comes after a block was cut must not read it by a lease that was
 * given before.  So the home of the block recalls them all, and answers with
 * PARTED when they have ended; until then the caller's stream keeps back what
 * could set others in motion.  Who has a lease is known in home_directory.h; what a
 * stream keeps back, in src/stream/stream.h.
 * Threads: any.  The list is guarded by the lock of the node's parts.
 */
#ifndef SRC_DATA_PARTED_H
#define SRC_DATA_PARTED_H

#include "src/base/msg.h"

struct ocr_parts;
struct ocr_runtime;
struct ocr_stream;

/* A number for the PARTED that answers a PARTITION of `db`, which `s` sends
 * next.  Each PARTITION with a number is answered once, also one that fails.
 * 0: no memory. */
uint64_t ocr_parted_await(struct ocr_runtime *rt, struct ocr_stream *s,
			  ocrGuid_t db);

/* At the home: the answer. */
void ocr_parted_tell(struct ocr_runtime *rt, ocrGuid_t db, ocr_node_t node,
		     uint64_t wait);

int ocr_parted_on_parted(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);

/* Frees what a stopped job has left behind. */
void ocr_parted_fini(struct ocr_parts *p);

#endif
