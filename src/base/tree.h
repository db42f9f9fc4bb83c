/* SPDX-License-Identifier: BSD-3-Clause */
/* tree.h - over which nodes words go from a root to all, and come back.
 *
 * Nodes are ranked from the root on: rank = (node - root) mod size.
 *
 *   a tree of arity 2            a star
 *
 *          0                        0
 *        /   \                  / / | \ \
 *       1     2                1 2  3  4 5
 *      / \   /
 *     3   4 5
 *
 * A star is for events that not all nodes take part in, until it is known which
 * do (src/reduce/places.h): a node between could be missing.  Values only; threads: any.
 */
#ifndef SRC_BASE_TREE_H
#define SRC_BASE_TREE_H

#include "fabric/node.h"

#include <stdbool.h>
#include <stdint.h>

/* Of a tree over all nodes: a thousand are four steps away, and few are told
 * directly. */
#define OCR_TREE_ARITY 8

struct ocr_tree {
	uint32_t size; /* of the job, at least 1 */
	ocr_node_t root;
	uint32_t rank;	   /* this node's */
	uint32_t first;	   /* rank of the first child */
	uint32_t n;	   /* children, whose ranks follow */
	ocr_node_t parent; /* the root's is itself */
};

static inline ocr_node_t
ocr_tree_node(const struct ocr_tree *t, uint64_t rank)
{
	return (ocr_node_t)((t->root + rank) % t->size);
}

/* arity 0: a star. */
static inline struct ocr_tree
ocr_tree_at(uint32_t size, ocr_node_t root, ocr_node_t self, uint32_t arity)
{
	struct ocr_tree t = {.size = size, .root = root};
	uint64_t wide = arity ? arity : size;
	uint64_t first;

	t.rank = (uint32_t)(((uint64_t)self + size - root) % size);
	first = t.rank * wide + 1;
	t.first = first < size ? (uint32_t)first : size;
	t.n = size - t.first < wide ? size - t.first : (uint32_t)wide;
	t.parent = ocr_tree_node(&t, t.rank ? (t.rank - 1) / wide : 0);
	return t;
}

static inline bool
ocr_tree_is_root(const struct ocr_tree *t)
{
	return !t->rank;
}

static inline ocr_node_t
ocr_tree_child(const struct ocr_tree *t, uint32_t i)
{
	return ocr_tree_node(t, (uint64_t)t->first + i);
}

static inline uint32_t
ocr_tree_rank(const struct ocr_tree *t, ocr_node_t node)
{
	return (uint32_t)(((uint64_t)node + t->size - t->root) % t->size);
}

/* The number of the child that `node` is, or t->n. */
static inline uint32_t
ocr_tree_child_of(const struct ocr_tree *t, ocr_node_t node)
{
	uint32_t rank = ocr_tree_rank(t, node);

	return rank >= t->first && rank - t->first < t->n ? rank - t->first
							  : t->n;
}

static inline bool
ocr_tree_has_child(const struct ocr_tree *t, ocr_node_t node)
{
	return ocr_tree_child_of(t, node) < t->n;
}

#endif
