/* SPDX-License-Identifier: BSD-3-Clause */
/* home.h - ops on data blocks, at their home.
 *
 * Most of a block's life needs no directory: it is created, written, read and
 * destroyed at home.  All else is home_directory.h.
 */
#ifndef SRC_DATA_HOME_H
#define SRC_DATA_HOME_H

#include "src/base/msg.h"

#include <stdbool.h>
#include <stddef.h>

struct ocr_block;
struct ocr_chunk;
struct ocr_runtime;
struct ocr_stream;
struct ocr_want;

int ocr_home_on_create(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);
int ocr_home_on_turn(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op);
int ocr_home_on_loaded(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);
int ocr_home_on_acquire(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
/* Ends the job: a task waits for a block that there will never be. */
void ocr_home_no_block(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *acquire);
/* What an op does to the block that was found as its GUID, and may be another
 * by now.  What follows is delayed, so inside a handler or between
 * OCR_DIRECT_BEGIN() and ocr_direct_end(). */
/* *data: a task of this node has it now, with a reference to these bytes. NULL:
 * it waits for its turn. */
int ocr_home_acquire_at(struct ocr_runtime *rt, struct ocr_block *b,
			ocr_node_t from, const struct ocr_msg_acquire *m,
			void **data);
/* For a task of this node, at once, if b is at rest: as ocr_home_acquire_at().
 */
bool ocr_home_take(struct ocr_block *b, ocrGuid_t g, uint32_t mode,
		   void **data);
/* Would it?  A guess, once it is said. */
bool ocr_home_is_free(struct ocr_block *b, ocrGuid_t g);
/* It has taken the block to write, and gives it back as it was.  Inside a
 * handler. */
void ocr_home_untake(struct ocr_runtime *rt, struct ocr_block *b, ocrGuid_t g,
		     const void *data);
int ocr_home_release_locked(struct ocr_runtime *rt, struct ocr_block *b,
			    ocr_node_t from, const struct ocr_msg_release *m);
int ocr_home_release_at(struct ocr_runtime *rt, struct ocr_block *b,
			ocr_node_t from, const struct ocr_msg_release *m);
/* The end of a block that nobody has or wants.  False: it is not as simple as
 * that, and nothing has happened. */
bool ocr_home_end(struct ocr_runtime *rt, struct ocr_block *b, ocrGuid_t g);
int ocr_home_destroy_at(struct ocr_runtime *rt, struct ocr_block *b,
			ocrGuid_t g);
/* home_ops.c: of a block that is doomed the last task here has given back what
 * it has read.  b is locked, and no more afterwards. */
void ocr_home_end_doomed(struct ocr_runtime *rt, struct ocr_block *b);
/* home_ops.c: the next op of the task that the stream is of, a call where it
 * may be one, as in event/event.h.  The new block is one of this node, and has
 * no label. */
int ocr_home_new(struct ocr_stream *s, struct ocr_msg_create_db *m);
int ocr_home_release(struct ocr_stream *s, struct ocr_msg_release *m);
/* The same of b, and with it the task's reference to `data`.  False: it is
 * another node's, or a message, or not as simple as that, and nothing has
 * happened. */
bool ocr_home_put(struct ocr_stream *s, struct ocr_block *b, const void *data,
		  struct ocr_msg_release *m);
/* b: the block of this node that the task has had under that name until now; or
 * NULL. */
int ocr_home_destroy(struct ocr_stream *s, struct ocr_block *b, ocrGuid_t g);

/* home_ops.c: blocks that the runtime makes for tasks of this node.  A new one,
 * which is there and in no map, is known from here on.  0, or -ENOMEM: it is
 * gone. */
int ocr_home_publish(struct ocr_runtime *rt, struct ocr_block *b);
/* Its end, now or behind what is delayed.  Inside a handler. */
void ocr_home_discard(struct ocr_runtime *rt, ocrGuid_t g);

int ocr_home_on_fetched(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_home_on_release(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_home_on_recalled(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
int ocr_home_on_returned(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
/* The same of what ocr_self->back says. */
int ocr_home_take_back(struct ocr_runtime *rt);
int ocr_home_on_serves(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);
/* YIELD to a home. */
int ocr_home_declined(struct ocr_runtime *rt, ocr_node_t from, ocrGuid_t db);
int ocr_home_on_set_hint(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
int ocr_home_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);

/* What CREATE_DB does; the block may be a chunk of a file, which is told when
 * somebody wants it and when it is gone. */
int ocr_home_create(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_msg_create_db *m, struct ocr_chunk *chunk);
/* It could not be published.  A task of this node may have it still. */
void ocr_home_undo(struct ocr_runtime *rt, struct ocr_block *b, bool is_held);
/* The chunk that a block is which its file has acquired. */
struct ocr_chunk *ocr_home_chunk(struct ocr_block *b);
/* Has a chunk been changed?  1: yes; 0: no; -EBUSY: a task has it for
 * writing. */
int ocr_home_is_dirty(struct ocr_runtime *rt, ocrGuid_t g);
/* The block as g names it; else it is another by now, or on its way out. */
bool ocr_home_is_there_locked(const struct ocr_block *b, ocrGuid_t g);
bool ocr_home_is_there(struct ocr_runtime *rt, struct ocr_block *b,
		       ocrGuid_t g);
/* One more who waits for his turn.  0 or -ENOMEM. */
int ocr_home_queue_locked(struct ocr_runtime *rt, struct ocr_block *b,
			  const struct ocr_want *want);
/* What came before the block, or after it was made and before it could be
 * found. */
int ocr_home_apply_parked(struct ocr_runtime *rt, void *block, ocr_node_t from,
			  const struct ocr_op *op);

/* The hints of a block of this node.  0 or -ENOENT. */
int ocr_home_get_hint(struct ocr_runtime *rt, ocrGuid_t g, ocrHint_t *h);

/* For a job that is stuck: a block of the pool that somebody waits for, or
 * false. */
struct ocr_home_view {
	ocrGuid_t guid;
	uint32_t writers;  /* that have it */
	ocr_node_t writer; /* their node */
	uint32_t n_parts;  /* that it is cut into; then that is who has it */
	uint32_t n_waiting;
	ocrGuid_t first; /* of those who wait */
};
bool ocr_home_view(struct ocr_runtime *rt, void *block,
		   struct ocr_home_view *v);

#endif
