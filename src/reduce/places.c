/* SPDX-License-Identifier: BSD-3-Clause */
/* places.c - the tree of those that take part. */
#include "src/reduce/places.h"

#include "fabric/log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct ocr_places *
new_places(uint32_t room)
{
	return calloc(1, sizeof(struct ocr_places) + room * sizeof(ocr_node_t));
}

struct ocr_places *
ocr_places_create(ocr_node_t root, uint32_t most, uint64_t since)
{
	struct ocr_places *p = new_places(most);

	if (!p)
		return NULL;
	p->since = since;
	p->parent = root;
	ocr_places_add(p, root);
	return p;
}

void
ocr_places_add(struct ocr_places *p, ocr_node_t node)
{
	p->node[p->n_all++] = node;
}

/* How many children the i-th of `all` has, the first of them *first. */
static uint32_t
children_of(uint32_t all, uint32_t arity, uint32_t i, uint64_t *first)
{
	*first = (uint64_t)i * arity + 1;
	if (*first >= all)
		return 0;
	return all - *first < arity ? (uint32_t)(all - *first) : arity;
}

/* Ops are whole words long. */
static size_t
len_of(uint32_t n)
{
	return sizeof(struct ocr_msg_branch) + (n + n % 2) * sizeof(uint32_t);
}

static void
tell_one(const struct ocr_places *p, ocrGuid_t event, uint32_t arity,
	 uint32_t i, struct ocr_opq *ops)
{
	uint64_t first;
	uint32_t n = children_of(p->n_all, arity, i, &first);
	struct ocr_msg_branch *m = calloc(1, len_of(n));

	if (!m)
		ocr_no_memory("an op of %zu bytes", len_of(n));
	m->op = (struct ocr_op){.len_bytes = (uint32_t)len_of(n),
				.type = OCR_MSG_BRANCH};
	m->event = event;
	m->since = p->since;
	m->parent = p->node[(i - 1) / arity];
	m->n = n;
	for (uint32_t k = 0; k < n; k++)
		m->children[k] = p->node[first + k];
	ocr_opq_push(ops, p->node[i], &m->op);
	free(m);
}

void
ocr_places_tell(struct ocr_places *p, ocrGuid_t event, uint32_t arity,
		struct ocr_opq *ops)
{
	uint64_t first;

	p->n = children_of(p->n_all, arity, 0, &first);
	for (uint32_t i = 1; i < p->n_all; i++)
		tell_one(p, event, arity, i, ops);
}

struct ocr_places *
ocr_places_of_all(const struct ocr_tree *t, uint32_t arity)
{
	struct ocr_places *p = ocr_places_create(t->root, t->size, UINT64_MAX);
	uint64_t first;

	if (!p)
		return NULL;
	for (uint32_t i = 0; i < t->n; i++)
		ocr_places_add(p, ocr_tree_child(t, i));
	p->n = children_of(p->n_all, arity, 0, &first);
	return p;
}

/* Ranks grow from the root to a node and on to its children, each of which is
 * there once; so there is no way in a circle. */
static bool
is_tree(const struct ocr_msg_branch *m, const struct ocr_tree *t)
{
	uint32_t last = t->rank;

	if (m->parent >= t->size || ocr_tree_rank(t, m->parent) >= t->rank)
		return false;
	for (uint32_t i = 0; i < m->n; i++) {
		if (m->children[i] >= t->size ||
		    ocr_tree_rank(t, m->children[i]) <= last)
			return false;
		last = ocr_tree_rank(t, m->children[i]);
	}
	return true;
}

struct ocr_places *
ocr_places_told(const struct ocr_msg_branch *m, const struct ocr_tree *t,
		uint32_t arity, int *err)
{
	struct ocr_places *p;

	*err = -EINVAL;
	if (m->n > arity || m->n >= t->size ||
	    m->op.len_bytes != len_of(m->n) || !is_tree(m, t))
		return NULL;
	*err = -ENOMEM;
	p = new_places(m->n);
	if (!p)
		return NULL;
	p->since = m->since;
	p->parent = m->parent;
	p->n = m->n;
	memcpy(p->node, m->children, m->n * sizeof(ocr_node_t));
	return p;
}

uint32_t
ocr_places_child_of(const struct ocr_places *p, const struct ocr_tree *t,
		    ocr_node_t node)
{
	uint32_t low = 0, high = p->n, rank = ocr_tree_rank(t, node);

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (ocr_tree_rank(t, ocr_places_child(p, mid)) < rank)
			low = mid + 1;
		else
			high = mid;
	}
	return low < p->n && ocr_places_child(p, low) == node ? low : p->n;
}
