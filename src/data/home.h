/* SPDX-License-Identifier: BSD-3-Clause */
/* home.h - ops on data blocks, at their home.
 *
 * Most of a block's life needs no directory: it is created, written, read and
 * destroyed at home.  All else is directory.h.
 */
#ifndef SRC_DATA_HOME_H
#define SRC_DATA_HOME_H

#include "src/stream/msg.h"

#include <stdbool.h>
#include <stddef.h>

struct ocr_block;
struct ocr_chunk;
struct ocr_runtime;

int ocr_home_on_create(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);
int ocr_home_on_turn(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op);
int ocr_home_on_loaded(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);
int ocr_home_on_acquire(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_home_on_fetched(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_home_on_release(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_home_on_recalled(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
int ocr_home_on_set_hint(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
int ocr_home_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);

/* What CREATE_DB does; the block may be a chunk of a file, which is told when
 * somebody wants it and when it is gone. */
int ocr_home_create(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_msg_create_db *m, struct ocr_chunk *chunk);
/* The chunk that a block is which its file has acquired. */
struct ocr_chunk *ocr_home_chunk(struct ocr_block *b);
/* Has a chunk been changed?  1: yes; 0: no; -EBUSY: a task has it for
 * writing. */
int ocr_home_is_dirty(struct ocr_runtime *rt, ocrGuid_t g);

/* The hints of a block of this node.  0 or -ENOENT. */
int ocr_home_get_hint(struct ocr_runtime *rt, ocrGuid_t g, ocrHint_t *h);

/* For a job that is stuck: a block of the pool that somebody waits for, or
 * false. */
struct ocr_home_view {
	ocrGuid_t guid;
	uint32_t writers;  /* that have it */
	ocr_node_t writer; /* their node */
	uint32_t n_waiting;
	ocrGuid_t first; /* of those who wait */
};
bool ocr_home_view(void *block, struct ocr_home_view *v);

#endif
