/* SPDX-License-Identifier: BSD-3-Clause */
/* view.h - strict mode: a task sees a block through pages of its own.
 *
 * Each task that has a block gets a mapping for itself: of a copy that cannot
 * be written in modes RO and CONST, of pages that the writers of one node
 * share else.  What lies behind the block's end cannot be touched, and nothing
 * can once the task has released the block.  A wrong access is a fault
 * (fault.h).
 * Where races are looked for, writers do not share: what each has changed is
 * known, and goes to the block, word by word, when he gives it up.
 * Threads: any.
 */
#ifndef SRC_DATA_VIEW_H
#define SRC_DATA_VIEW_H

#include "include/ocr.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ocr_block;
struct ocr_held_block;
struct ocr_runtime;

/* What is known of a view, by an address inside or just behind it. */
struct ocr_view_info {
	struct ocr_runtime *rt;
	ocrGuid_t db, edt;
	ocrEdt_t func; /* the body of the task */
	const char *data;
	size_t size;
	uint32_t mode;
	bool live; /* else the task has released the block */
};
/* For a handler of signals; takes no lock. */
bool ocr_view_find(uintptr_t at, struct ocr_view_info *info);

/* Has the task, alone, changed the block since it has it? */
bool ocr_view_is_changed(struct ocr_runtime *rt, struct ocr_held_block *b);

/* What a task that may write has done to a block, between opening its view and
 * giving it up; for who looks for races. */
struct ocr_view_use {
	ocrGuid_t db;
	uint32_t mode;
	/* Of equal size; changed where they differ.  NULL: it has no view, and
	 * nobody knows. */
	const uint64_t *now, *before;
	size_t size;
	bool touched; /* it has written, if only what was there */
};
void ocr_view_look(const struct ocr_held_block *b, struct ocr_view_use *u);

/* The pointer with which the task edt, whose body is func, sees b.  Where no
 * view can be made it is the buffer's own memory. */
void *ocr_view_open(struct ocr_runtime *rt, ocrGuid_t edt, ocrEdt_t func,
		    struct ocr_held_block *b);

/* The task gives b up: what it wrote goes to the buffer.  For blocks with a
 * view. */
void ocr_view_close(struct ocr_held_block *b);

/* The task writes no more: what it wrote goes to the buffer, and it can only
 * read its view from now on.  For blocks with a view. */
void ocr_view_downgrade(struct ocr_held_block *b);

/* The block is freed while writers have it: the job has ended. */
void ocr_view_abandon(struct ocr_block *b);
/* All views of this node go. */
void ocr_view_fini(struct ocr_runtime *rt);

#endif
