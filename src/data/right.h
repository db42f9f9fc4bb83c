/* SPDX-License-Identifier: BSD-3-Clause */
/* right.h - a node keeps the right to write a block of another's, and its tasks
 * need not ask.
 *
 * Comes with a grant (OCR_GRANT_KEEP), when nobody else has wanted the block
 * lately, and lasts until the home wants it back (YIELD).  To the home all that
 * is one writer, who takes his time.  What tasks here make meanwhile are
 * versions of which the home hears when it is over, by RELEASE.
 *
 * Nobody waits for his turn here, nor for long for who writes by it:
 *   - who cannot have the block at once asks the home, and that ends it, so
 * that nobody who comes later passes him;
 *   - if others of this node have asked already when it comes, it is declined;
 *   - who begins to write by it waits for no other block: he runs.  So who
 * writes several has all of them at once, or none by it (acquire_all.h).
 *
 * Or it comes unasked, with a satisfaction, for one task that writes (passed).
 * It ends with that task; or before, if somebody reads here, has to ask, or the
 * home wants it: then nothing was written (YIELD).  With three nodes and more
 * all that this task has waited for is the satisfaction that it came with: else
 * that could pass one who has asked meanwhile.
 *
 *    none --> kept, k writers --> kept, none --> kept, k writers ...
 *     |        |                   |
 *     |        +--> yields --------+--> none     RELEASE
 *     +--> none      YIELD
 *     +--> passed --> yields, 1 writer --> none		RELEASE
 *             +-----> none	YIELD
 *
 * Knows nothing of who else wants the block: that is home_directory.h.
 * Threads: any; the block's lock guards it.
 */
#ifndef SRC_DATA_RIGHT_H
#define SRC_DATA_RIGHT_H

#include "src/base/msg.h"
#include "src/data/acquire.h"

#include <stdatomic.h>
#include <stdbool.h>

struct ocr_block;
struct ocr_runtime;
struct ocr_stream;

#define OCR_RIGHTS_COUNTED 256

/* What a node knows of rights. */
struct ocr_rights {
	uint32_t keep; /* as a home: after so many writers in a row; 0: never;
			* fixed after open */
	bool passes;   /* unasked, with satisfactions; fixed after open */
	/* Of this node's asking, what is not answered, by hash of the block. */
	_Atomic uint32_t asked[OCR_RIGHTS_COUNTED];
};

/* A task of this node may ask another node for db.  Before it is looked whether
 * there is a right. */
void ocr_right_ask(struct ocr_runtime *rt, ocrGuid_t db);
/* It has its answer, or needed none. */
void ocr_right_answered(struct ocr_runtime *rt, ocrGuid_t db);

/* The bytes of that version go; and with them a right to write the next one
 * that came unasked, and was not used. */
void ocr_right_lose_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   uint64_t version);

/* A grant that says so has been carried out: a task here writes by it, unless
 * it is declined. */
void ocr_right_begin_locked(struct ocr_runtime *rt, struct ocr_block *b,
			    const struct ocr_msg_grant *m);
/* The same, but the grant has to wait: there will be no right.  Or one that
 * came unasked is not taken. */
void ocr_right_decline(struct ocr_runtime *rt, ocrGuid_t db);

/* It came unasked, with the bytes of `version` (carry.h): for one task that
 * writes, which need not ask.  False: others of this node have asked. */
bool ocr_right_pass_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   uint64_t version);

/* For a task of this node that wants b in that mode.  NULL: it has to ask; else
 * the bytes, with a reference. */
void *ocr_right_take_locked(struct ocr_runtime *rt, struct ocr_block *b,
			    uint32_t mode, enum ocr_needs needs);

/* Would a task that writes in that mode have db so, and for nothing else has to
 * wait?  A guess, once it is said. */
bool ocr_right_is_free(struct ocr_runtime *rt, ocrGuid_t db, uint32_t mode);
/* It has: *step is completed.  False: it has to ask. */
bool ocr_right_take(struct ocr_runtime *rt, ocrGuid_t db, uint32_t mode,
		    struct ocr_step *step);

/* Who writes by it is done: the next op of his stream, a call where it may be
 * one, with his reference to `data`.  False: there is no right, or it has to be
 * a message, and nothing has happened. */
bool ocr_right_put(struct ocr_stream *s, struct ocr_block *b, const void *data,
		   const struct ocr_msg_release *m) __attribute__((noinline));
/* Where RELEASE of a block of another node goes: to its home, or, of who writes
 * by a right of this node, here. */
ocr_node_t ocr_right_release_to(struct ocr_runtime *rt, ocrGuid_t db);
/* It has come here.  0, or -EINVAL: nobody writes. */
int ocr_right_release(struct ocr_runtime *rt, ocrGuid_t db);

/* Nobody else begins by the right, if there is one; it ends with the last who
 * writes by it. */
void ocr_right_yield_locked(struct ocr_runtime *rt, struct ocr_block *b);
int ocr_right_on_yield(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);

#endif
