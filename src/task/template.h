/* SPDX-License-Identifier: BSD-3-Clause */
/* template.h - EDT templates: at their owner, and as other nodes know them.
 *
 * The code of a template never changes, so a node that has met one remembers
 * it; the owner tells those nodes when its hints change.  The counts are in the
 * GUID (guidmap/guid.h).
 */
#ifndef SRC_TASK_TEMPLATE_H
#define SRC_TASK_TEMPLATE_H

#include "fabric/lock.h"
#include "guidmap/guid.h"
#include "src/base/msg.h"
#include "src/base/runtime.h"
#include "src/sched/worker.h"

#include <stdbool.h>
#include <stddef.h>

struct ocr_stream;

struct ocr_foreign;

/* Templates of other nodes. */
struct ocr_template_cache {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ocr_foreign **buckets;
	size_t n, n_buckets;
	uint32_t foreseen; /* the last number */
};

/* Size of one template of this node, for the pool. */
size_t ocr_template_bytes(void);

void ocr_template_cache_fini(struct ocr_template_cache *c);

/* The code of template g, and its hints where `hint` is not NULL.  0; -ENOENT:
 * there is none; -EINPROGRESS: not known yet, and if `waiter` is not NULL it is
 * resumed when it is. */
int ocr_template_resolve(struct ocr_runtime *rt, ocrGuid_t g,
			 struct ocr_code *code, ocrHint_t *hint,
			 struct ocr_stream *waiter);

/* The same without waiting, and the function that the code is here, or NULL.
 * What is found for one task is likely to be asked for the next: the calling
 * worker remembers it. */
int ocr_template_find(struct ocr_runtime *rt, ocrGuid_t g,
		      struct ocr_code *code, ocrEdt_t *func, ocrHint_t *hint);
static inline struct ocr_last_template *
ocr_template_last(struct ocr_worker *w, ocrGuid_t g)
{
	return &w->last[g.lower >> 32 & (OCR_LAST_TEMPLATES - 1)];
}

/* Does it remember that one, and has no template that this node knows changed
 * since?  Then it has no hints.  False: ocr_template_find(). */
static inline bool
ocr_template_is_last(struct ocr_runtime *rt, const struct ocr_last_template *l,
		     ocrGuid_t g)
{
	/* pairs with changed() */
	return ocr_guid_eq(l->guid, g) &&
	       l->changes == atomic_load_explicit(&rt->template_changes,
						  memory_order_acquire);
}

static inline bool
ocr_template_recall(struct ocr_runtime *rt, ocrGuid_t g, struct ocr_code *code,
		    ocrEdt_t *func)
{
	const struct ocr_last_template *l = ocr_template_last(ocr_self, g);

	if (!ocr_template_is_last(rt, l, g))
		return false;
	*code = l->code;
	*func = l->func;
	return true;
}

/* The same from what this node knows; asks nobody. */
int ocr_template_peek(struct ocr_runtime *rt, ocrGuid_t g,
		      struct ocr_code *code);

/* Merges the hints of template g, as far as this node knows them, into h.  0,
 * or -ENOENT: it is none of this node, or not any more. */
int ocr_template_get_hint(struct ocr_runtime *rt, ocrGuid_t g, ocrHint_t *h);
/* A task of this node sets hints of a template of another: tasks that it makes
 * next have them, whatever the owner says of earlier ones until it has told
 * this one back.  Its number, or 0: the template is not known here yet. */
uint32_t ocr_template_foresee(struct ocr_runtime *rt, ocrGuid_t g,
			      const ocrHint_t *h);

int ocr_template_on_create(struct ocr_runtime *rt, ocr_node_t from,
			   const struct ocr_op *op);
int ocr_template_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
			    const struct ocr_op *op);
int ocr_template_on_get(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_template_on_reply(struct ocr_runtime *rt, ocr_node_t from,
			  const struct ocr_op *op);
int ocr_template_on_set_hint(struct ocr_runtime *rt, ocr_node_t from,
			     const struct ocr_op *op);

/* Frees what a template holds when a job ends. */
void ocr_template_abandon(void *none, void *tmpl);

#endif
