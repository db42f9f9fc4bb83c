/* SPDX-License-Identifier: BSD-3-Clause */
/* held.h - the blocks that one task has.
 *
 * Those of its slots come first, sorted by GUID, each once; those that it
 * creates are appended.  Finding one does not depend on how many there are.
 * The list of a task that has few comes from a pool of its node, without a lock
 * on the usual path.
 * Threads: none; the task's.
 */
#ifndef SRC_DATA_HELD_H
#define SRC_DATA_HELD_H

#include "include/ocr.h"

#include <stdbool.h>
#include <stdint.h>

struct ocr_block;

struct ocr_held_block {
	ocrGuid_t db;
	struct ocr_block *block; /* with a reference, until released */
	void *data;
	uint32_t mode;
	bool released;
	bool gone;  /* and destroyed by this task */
	bool newborn; /* newborn.h: nobody else knows it, released or not */
	void *view; /* strict mode: data/view.c */
};

/* So many blocks are looked through one by one, and sorted by insertion. */
#define OCR_HELD_SOUGHT 8

/* So many are few. */
#define OCR_HELD_FEW 4

struct ocr_held_few {
	struct ocr_held_block blocks[OCR_HELD_FEW];
};

struct ocr_held {
	struct ocr_held_block *blocks;
	uint32_t *index;  /* of the unsorted ones, by hash; 0: free */
	uint32_t n_index; /* a power of two, or 0: look at each */
	uint32_t n, cap;  /* cap OCR_HELD_FEW: the blocks are of the pool */
	uint32_t n_sorted;
};

static inline bool
ocr_held_is_block(const ocrEdtDep_t *d)
{
	return (d->guid.upper || d->guid.lower) && d->mode != DB_MODE_NULL;
}

/* Those of the slots, sorted, each once: the strongest of its modes stays.
 * The list is empty before.  0 or -ENOMEM. */
int ocr_held_slots(struct ocr_held *h, const ocrEdtDep_t *depv, uint32_t depc);
/* As ocr_held_add(), of any list. */
int ocr_held_add_any(struct ocr_held *h, ocrGuid_t db, uint32_t mode,
		     struct ocr_block *block, void *data);

/* Appends a block.  0 or -ENOMEM. */
static inline int
ocr_held_add(struct ocr_held *h, ocrGuid_t db, uint32_t mode,
	     struct ocr_block *block, void *data)
{
	if (h->n == h->cap || h->n_index ||
	    h->n - h->n_sorted >= OCR_HELD_SOUGHT)
		return ocr_held_add_any(h, db, mode, block, data);
	h->blocks[h->n++] = (struct ocr_held_block){
		.db = db, .block = block, .data = data, .mode = mode};
	return 0;
}

struct ocr_held_block *ocr_held_find_any(struct ocr_held *h, ocrGuid_t db);

/* Most often it is the one that came last, or the first. */
static inline struct ocr_held_block *
ocr_held_find(struct ocr_held *h, ocrGuid_t db)
{
	struct ocr_held_block *b = h->blocks;

	if (!h->n)
		return ocr_held_find_any(h, db);
	if (b[h->n - 1].db.lower == db.lower &&
	    b[h->n - 1].db.upper == db.upper)
		return &b[h->n - 1];
	return b->db.lower == db.lower && b->db.upper == db.upper
		       ? b
		       : ocr_held_find_any(h, db);
}

/* As ocr_held_forget(), of any. */
void ocr_held_forget_any(struct ocr_held *h, struct ocr_held_block *b);

/* b is destroyed: its place, and those of others before it, may be had again.
 * Pointers to what the list holds are not good any more. */
static inline void
ocr_held_forget(struct ocr_held *h, struct ocr_held_block *b)
{
	/* The last one alone. */
	if (b == &h->blocks[h->n - 1] && !h->n_index && h->n > h->n_sorted &&
	    (h->n == h->n_sorted + 1 || !b[-1].gone))
		h->n--;
	else
		ocr_held_forget_any(h, b);
}

void ocr_held_fini(struct ocr_held *h);
/* The same when the job ends, and the pool with it. */
void ocr_held_abandon(struct ocr_held *h);

#endif
