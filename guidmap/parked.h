/* SPDX-License-Identifier: BSD-3-Clause */
/* parked.h - ops that have come before the object that they are for.
 *
 * Inside guidmap/ only.  A list, the newest first, of copies; knows how many
 * there are in all, not which object is meant.
 * Threads: a list is its owner's alone; the counts are anybody's.
 */
#ifndef GUIDMAP_PARKED_H
#define GUIDMAP_PARKED_H

#include "fabric/fabric.h"

#include <stdatomic.h>

struct ocr_parked {
	struct ocr_parked *next; /* parked earlier */
	ocr_node_t from;
	_Alignas(8) unsigned char op[];
};

struct ocr_parked_counts {
	_Atomic uint64_t now;
	_Atomic uint64_t dropped; /* so far */
};

/* A copy that counts: before others can see it, and count down.  NULL: no
 * memory. */
struct ocr_parked *ocr_parked_create(struct ocr_parked_counts *n,
				     ocr_node_t from, const struct ocr_op *op);

/* x is over. */
void ocr_parked_free(struct ocr_parked_counts *n, struct ocr_parked *x);

/* The same of a whole list, whose object will not be.  Returns its length. */
long ocr_parked_drop(struct ocr_parked_counts *n, struct ocr_parked *list);

/* The same list, the oldest first. */
struct ocr_parked *ocr_parked_reverse(struct ocr_parked *newest);

#endif
