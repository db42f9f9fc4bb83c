/* SPDX-License-Identifier: BSD-3-Clause */
/* places.h - who is above and below a node in an event that not all nodes take
 * part in.
 *
 * The root alone finds out who does, when the first generation of a life is
 * complete, for which all have told it directly.  From then on those that take
 * part are a tree, in the order of their ranks:
 *
 *   0 .. since - 1    all tell the root, which answers all
 *   since ..          each tells the one above it
 *
 *   of 8 nodes 0, 2, 3, 6, 7 take part, arity 2      0
 *                                                  /   \
 *                                                 2     3
 *                                                / \
 *                                               6   7
 *
 * Knows nodes and generations; does not know values.
 * Threads: none; the owner guards it.
 */
#ifndef SRC_REDUCE_PLACES_H
#define SRC_REDUCE_PLACES_H

#include "fabric/node.h"
#include "src/base/msg.h"
#include "src/base/opq.h"
#include "src/base/tree.h"

#include <stdbool.h>
#include <stdint.h>

struct ocr_places {
	uint64_t since;
	ocr_node_t parent; /* the root's is itself */
	uint32_t n;	   /* children */
	uint32_t n_all;	   /* at the root: who takes part; else 0 */
	/* Children, ascending by rank.  At the root: itself and all others. */
	ocr_node_t node[];
};

/* At the root: room for `most` nodes, itself in it.  NULL: no memory. */
struct ocr_places *ocr_places_create(ocr_node_t root, uint32_t most,
				     uint64_t since);
/* The next one by rank takes part. */
void ocr_places_add(struct ocr_places *p, ocr_node_t node);
/* All have been added: appends BRANCH to each of them to `ops`. */
void ocr_places_tell(struct ocr_places *p, ocrGuid_t event, uint32_t arity,
		     struct ocr_opq *ops);

/* At the root: all nodes of t, a star, which tell it, and it adds up in the
 * order of a tree.  NULL: no memory. */
struct ocr_places *ocr_places_of_all(const struct ocr_tree *t, uint32_t arity);

/* Elsewhere: what the root has told.  t is a star.  NULL: it cannot be so
 * (*err -EINVAL), or there is no memory (-ENOMEM). */
struct ocr_places *ocr_places_told(const struct ocr_msg_branch *m,
				   const struct ocr_tree *t, uint32_t arity,
				   int *err);

/* i < n. */
static inline ocr_node_t
ocr_places_child(const struct ocr_places *p, uint32_t i)
{
	return p->node[i + (p->n_all > 0)];
}

/* The number of the child that `node` is, or n. */
uint32_t ocr_places_child_of(const struct ocr_places *p,
			     const struct ocr_tree *t, ocr_node_t node);

#endif
