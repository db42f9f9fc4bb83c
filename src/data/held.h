/* SPDX-License-Identifier: BSD-3-Clause */
/* held.h - the blocks that one task has.
 *
 * Those of its slots come first, sorted by GUID, each once; those that it
 * creates are appended.  Finding one does not depend on how many there are.
 * Threads: none; the task's.
 */
#ifndef SRC_DATA_HELD_H
#define SRC_DATA_HELD_H

#include "include/ocr-types.h"

#include <stdbool.h>
#include <stdint.h>

struct ocr_block;

struct ocr_held_block {
	ocrGuid_t db;
	struct ocr_block *block; /* with a reference, until released */
	void *data;
	uint32_t mode;
	bool released;
	void *view; /* strict mode: data/view.c */
};

struct ocr_held {
	struct ocr_held_block *blocks;
	uint32_t *index;  /* of the unsorted ones, by hash; 0: free */
	uint32_t n_index; /* a power of two, or 0: look at each */
	uint32_t n, cap;
	uint32_t n_sorted;
};

/* Appends a block.  0 or -ENOMEM. */
int ocr_held_add(struct ocr_held *h, ocrGuid_t db, uint32_t mode,
		 struct ocr_block *block, void *data);
/* Sorts what was added so far and drops what is there twice; the strongest of
 * its modes stays. */
void ocr_held_sort(struct ocr_held *h);

struct ocr_held_block *ocr_held_find(struct ocr_held *h, ocrGuid_t db);

void ocr_held_fini(struct ocr_held *h);

#endif
