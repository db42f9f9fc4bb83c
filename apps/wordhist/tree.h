/* SPDX-License-Identifier: BSD-3-Clause */
/* tree.h - joins the words of pieces that are side by side, two by
 * two, in tasks.
 */
#ifndef APPS_WORDHIST_TREE_H
#define APPS_WORDHIST_TREE_H

#include "apps/wordhist/plan.h"
#include "apps/wordhist/words.h"

struct tree {
	const struct plan *plan;
	ocrGuid_t plan_block;
	/* Leaf i is on this node, or with `spread` on the i-th after it. */
	u64 node;
	bool spread;
};

/* Creates the plan's template for joining.  0, or an error of the runtime. */
u8 tree_create_shared(struct plan *p);

/* Creates the tasks.  Leaf i of at least one is to give a block of words to
 * leaf[i], and all words go to `root`.  Each block is destroyed when it was
 * joined.  0, or an error of the runtime. */
u8 tree_create(const struct tree *t, u64 leaves, struct reply root,
	       struct reply leaf[]);

/* A released block with a copy of the words.  0, or an error of the runtime:
 * OCR_ENOMEM also if `w` is NULL. */
u8 tree_make_block(const struct words *w, ocrGuid_t *block);

#endif
