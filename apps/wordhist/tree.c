/* SPDX-License-Identifier: BSD-3-Clause */
/* tree.c - see tree.h. */
#include "apps/wordhist/tree.h"

#include "ocr.h"

#include <stdlib.h>
#include <string.h>

/* The pre-slots of a task that joins. */
enum { JOIN_PLAN, JOIN_LEFT, JOIN_RIGHT, JOIN_SLOTS };

/* Its parameters are its reply. */
#define JOIN_PARAMS (sizeof(struct reply) / sizeof(u64))

static ocrGuid_t
join_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct words *w = words_join(depv[JOIN_LEFT].ptr, depv[JOIN_RIGHT].ptr);
	struct reply reply;
	ocrGuid_t block;
	u8 err = tree_make_block(w, &block);

	(void)depc;
	free(w);
	memcpy(&reply, paramv, paramc * sizeof(u64));
	if (!err)
		err = ocrDbDestroy(depv[JOIN_LEFT].guid);
	if (!err)
		err = ocrDbDestroy(depv[JOIN_RIGHT].guid);
	if (!err)
		err = ocrAddDependence(block, reply.task, (u32)reply.slot,
				       DB_MODE_CONST);
	if (err)
		plan_give_up(depv[JOIN_PLAN].ptr, err);
	return NULL_GUID;
}

u8
tree_create_shared(struct plan *p)
{
	return ocrEdtTemplateCreate(&p->join, join_edt, JOIN_PARAMS,
				    JOIN_SLOTS);
}

u8
tree_create(const struct tree *t, u64 leaves, struct reply root,
	    struct reply leaf[])
{
	u64 half = leaves / 2;
	struct tree right = *t;
	ocrGuid_t task;
	u8 err;

	if (leaves == 1) {
		leaf[0] = root;
		return 0;
	}
	if (t->spread)
		right.node += half;
	err = plan_create_task(&task, t->plan->join, t->node, JOIN_PARAMS,
			       &root, JOIN_SLOTS);
	if (!err)
		err = ocrAddDependence(t->plan_block, task, JOIN_PLAN,
				       DB_MODE_CONST);
	if (!err)
		err = tree_create(t, half, (struct reply){task, JOIN_LEFT},
				  leaf);
	return err ? err
		   : tree_create(&right, leaves - half,
				 (struct reply){task, JOIN_RIGHT}, leaf + half);
}

u8
tree_make_block(const struct words *w, ocrGuid_t *block)
{
	void *to;
	u8 err;

	if (!w)
		return OCR_ENOMEM;
	err = ocrDbCreate(block, &to, w->bytes, DB_PROP_NONE, NULL_HINT,
			  NO_ALLOC);
	if (err)
		return err;
	memcpy(to, w, w->bytes);
	return ocrDbRelease(*block);
}
