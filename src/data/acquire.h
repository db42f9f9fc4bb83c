/* SPDX-License-Identifier: BSD-3-Clause */
/* acquire.h - a task wants a block; a grant becomes bytes.
 *
 * Runs on the node of the task.  The home decides that the task may have the
 * block (home_directory.h); here it is decided which copy it gets: find it,
 * copy it, or fetch it.
 */
#ifndef SRC_DATA_ACQUIRE_H
#define SRC_DATA_ACQUIRE_H

#include "src/base/delivery.h"
#include "src/base/msg.h"

#include <stdbool.h>

struct ocr_block;
struct ocr_copy;
struct ocr_runtime;

/* What a task waits for still that asks for a block. */
enum ocr_needs {
	OCR_NEEDS_MORE, /* other blocks */
	OCR_NEEDS_LAST, /* nothing: it has waited for all else */
	OCR_NEEDS_ONLY, /* and there was nothing else: it has one slot */
};

/* Acquisition number step->index of `task` of this node, whose GUID is `edt`,
 * begins.  True: the task may have the block that *step is completed with, now,
 * for nothing comes before.  False: that is kept by the worker as its next
 * step, or that it asks is, if the block may be at home here; or ACQUIRED comes
 * when it has the block.  Inside a handler. */
bool ocr_acquire(struct ocr_runtime *rt, void *task, ocrGuid_t edt,
		 ocrGuid_t db, uint32_t mode, enum ocr_needs needs,
		 struct ocr_step *step);
/* The same of a block that the task has already, *step says where
 * (acquire_all.h); or the step, and the reference with it, comes back to it. */
bool ocr_acquire_had(struct ocr_runtime *rt, void *task, ocrGuid_t edt,
		     const struct ocr_step *step);
/* The turn of that step.  True: the task may have the block that *step is
 * completed with, now.  False: that is kept as its next step, or ACQUIRED comes
 * when it has the block. */
bool ocr_acquire_here(struct ocr_runtime *rt, void *task, ocrGuid_t edt,
		      ocrGuid_t db, uint32_t mode, struct ocr_step *step);
/* For an observer: what ACQUIRED would say is handled now. */
void ocr_acquire_show(struct ocr_runtime *rt, ocrGuid_t edt,
		      const struct ocr_step *step)
	__attribute__((cold, noinline));

/* Acquisition number `index` of `edt` has the reference to the copy of b at
 * `data`.  Any locks may be held. */
void ocr_acquired(struct ocr_runtime *rt, struct ocr_block *b, void *data,
		  ocrGuid_t edt, uint32_t index);

/* The grant's acquisition has the reference to the copy of b at `data`: its
 * task hears so as its next step, or by ACQUIRED.  Any locks may be held. */
void ocr_acquire_granted(struct ocr_runtime *rt, struct ocr_block *b,
			 void *data, const struct ocr_msg_grant *m);
/* The task of a grant that was given back asks anew, if there is memory now;
 * false: there is none. */
bool ocr_acquire_anew(struct ocr_runtime *rt, const struct ocr_msg_grant *m);

/* acquire_grant.c: a grant by the home on this node, with the block locked, so
 * that grants of one block reach this node in the order in which they were
 * given. */
void ocr_acquire_grant_locked(struct ocr_runtime *rt, struct ocr_block *b,
			      const struct ocr_msg_grant *m);

/* `old` is ready, and one task of this node may write from here on: the next
 * version, with a reference, in its place unless somebody needs that as it is.
 * keep: as others do.  NULL: no memory, and nothing has happened. */
struct ocr_copy *ocr_acquire_write_locked(struct ocr_runtime *rt,
					  struct ocr_block *b,
					  struct ocr_copy *old, bool keep);

/* Tries a grant again that found no memory; false: there is none yet. */
bool ocr_acquire_again(struct ocr_runtime *rt, const struct ocr_msg_grant *m);

/* The version is not needed any more, says the home. */
int ocr_acquire_drop_locked(struct ocr_runtime *rt, struct ocr_block *b,
			    const struct ocr_msg_drop *m);

int ocr_acquire_on_grant(struct ocr_runtime *rt, ocr_node_t from,
			 const struct ocr_op *op);
int ocr_acquire_on_drop(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_acquire_on_recall(struct ocr_runtime *rt, ocr_node_t from,
			  const struct ocr_op *op);

#endif
