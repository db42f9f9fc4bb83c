/* SPDX-License-Identifier: BSD-3-Clause */
/* fetch.h - a version of a block that is on its way here from another node, and
 * the acquisitions that wait for it.
 *
 * Knows where the bytes come from and go to; whoever may have them was decided
 * by the home (acquire.h).
 */
#ifndef SRC_DATA_FETCH_H
#define SRC_DATA_FETCH_H

#include "src/base/msg.h"

struct ocr_block;
struct ocr_copy;
struct ocr_runtime;

/* Begins to read version m->version into c.  0 or -errno. */
int ocr_fetch_begin_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   struct ocr_copy *c, const struct ocr_msg_grant *m);
/* The grant's acquisition goes on when the bytes of c, which are under way,
 * have come. */
void ocr_fetch_wait_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   const struct ocr_copy *c,
			   const struct ocr_msg_grant *m);
/* Tells the home that `count` grants to fetch from `source` are done. */
void ocr_fetch_answer(struct ocr_runtime *rt, ocrGuid_t db, uint64_t version,
		      ocr_node_t source, uint32_t count);
/* Frees what a stopped job has left behind. */
void ocr_fetch_abandon(struct ocr_block *b);

#endif
