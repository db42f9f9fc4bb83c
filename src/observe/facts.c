/* SPDX-License-Identifier: BSD-3-Clause */
/* facts.c - facts sorted into a graph, and its cycles. */
#include "src/observe/facts.h"

#include "guidmap/guid.h"

#include <errno.h>
#include <stdlib.h>

/* Of all nodes together: some 14 MB. */
#define MOST_FACTS (1u << 17)

#define DONE UINT32_MAX

void
ocr_facts_add(struct ocr_facts *f, ocr_node_t from,
	      const struct ocr_msg_stuck_fact *is)
{
	if (f->n == f->cap) {
		size_t cap = f->cap ? 2 * f->cap : 64;
		struct ocr_fact *more =
			f->n < MOST_FACTS
				? realloc(f->facts, cap * sizeof(*more))
				: NULL;

		if (!more) {
			f->dropped++;
			return;
		}
		f->facts = more;
		f->cap = cap;
	}
	f->facts[f->n++] = (struct ocr_fact){*is, from};
}

void
ocr_facts_fini(struct ocr_facts *f)
{
	free(f->facts);
	free(f->nodes);
	free(f->path);
}

/* -- Their order ------------------------------------------------------------
 */

static int
compare_guids(ocrGuid_t a, ocrGuid_t b)
{
	if (a.upper != b.upper)
		return a.upper < b.upper ? -1 : 1;
	return a.lower < b.lower ? -1 : a.lower > b.lower;
}

/* What an object is comes before its edges. */
static int
compare_facts(const void *a, const void *b)
{
	const struct ocr_fact *x = a, *y = b;
	int r = compare_guids(x->is.object, y->is.object);

	if (!r && x->is.kind != y->is.kind)
		r = x->is.kind < y->is.kind ? -1 : 1;
	if (!r && x->is.slot != y->is.slot)
		r = x->is.slot < y->is.slot ? -1 : 1;
	if (!r && x->from != y->from)
		r = x->from < y->from ? -1 : 1;
	return r ? r : compare_guids(x->is.other, y->is.other);
}

/* -- What other nodes know of a slot ----------------------------------------
 */

/* The first of that kind about g from `slot` on, or NULL. */
static struct ocr_fact *
find_fact(const struct ocr_facts *f, enum ocr_fact_kind kind, ocrGuid_t g,
	  uint32_t slot)
{
	struct ocr_fact key = {.is = {.object = g, .kind = kind, .slot = slot}};
	size_t low = 0, high = f->n;

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (compare_facts(&f->facts[mid], &key) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low < f->n && f->facts[low].is.kind == kind &&
			       ocr_guid_eq(f->facts[low].is.object, g)
		       ? &f->facts[low]
		       : NULL;
}

void
ocr_facts_join(struct ocr_facts *f, const struct ocr_facts *far)
{
	if (f->n)
		qsort(f->facts, f->n, sizeof(*f->facts), compare_facts);
	for (size_t i = 0; i < far->n; i++) {
		const struct ocr_msg_stuck_fact *m = &far->facts[i].is;
		struct ocr_fact *task =
			find_fact(f, OCR_FACT_TASK, m->object, 0);
		struct ocr_fact *slot =
			find_fact(f, OCR_FACT_SLOT, m->object, m->slot);

		if (!task || !task->is.n[2] || !slot ||
		    slot->is.slot != m->slot || ocr_fact_is_edge(slot))
			continue;
		/* It stays where it is in the order: one fact a slot. */
		slot->is.other = m->other;
		slot->is.n[0] = m->n[0];
		task->is.n[2]--;
	}
}

/* -- The graph --------------------------------------------------------------
 */

static int
compare_nodes(const void *a, const void *b)
{
	const struct ocr_fact_node *x = a, *y = b;

	return compare_guids(x->guid, y->guid);
}

struct ocr_fact_node *
ocr_facts_find(const struct ocr_facts *f, ocrGuid_t g)
{
	const struct ocr_fact_node key = {.guid = g};

	return f->n_nodes ? bsearch(&key, f->nodes, f->n_nodes, sizeof(key),
				    compare_nodes)
			  : NULL;
}

static void
list_nodes(struct ocr_facts *f)
{
	struct ocr_fact_node *last = NULL;

	for (size_t i = 0; i < f->n; i++) {
		const struct ocr_fact *x = &f->facts[i];

		if (x->is.kind == OCR_FACT_REST || x->is.kind == OCR_FACT_LOAD)
			continue;
		if (!last || !ocr_guid_eq(last->guid, x->is.object)) {
			last = &f->nodes[f->n_nodes++];
			last->guid = x->is.object;
		}
		if (x->is.kind < OCR_FACT_SLOT) {
			last->is = last->is ? last->is : x;
			continue;
		}
		if (!last->n_edges++)
			last->edges = x;
	}
}

/* -- Cycles -----------------------------------------------------------------
 */

static void
mark_cycle(struct ocr_facts *f, uint32_t from, uint32_t to)
{
	bool fresh = true;

	for (uint32_t i = from; i <= to; i++)
		fresh &= !f->nodes[f->path[i]].cycle;
	if (!fresh)
		return;
	f->n_cycles++;
	for (uint32_t i = from; i <= to; i++) {
		struct ocr_fact_node *x = &f->nodes[f->path[i]];

		x->cycle = f->n_cycles;
		x->on = &x->edges[x->next - 1];
	}
}

/* The next object that x waits for and that is known; NULL: no more. */
static struct ocr_fact_node *
step(struct ocr_facts *f, struct ocr_fact_node *x)
{
	struct ocr_fact_node *to = NULL;

	while (!to && x->next < x->n_edges) {
		const struct ocr_fact *e = &x->edges[x->next++];

		if (ocr_fact_is_edge(e) && e->is.n[0] != OCR_FATE_DESTROYED)
			to = ocr_facts_find(f, e->is.other);
	}
	return to;
}

/* Depth first: an object that is met again on the path closes a cycle. */
static void
walk(struct ocr_facts *f, uint32_t start)
{
	uint32_t depth = 0;

	f->path[depth++] = start;
	f->nodes[start].at = depth;
	while (depth) {
		struct ocr_fact_node *x = &f->nodes[f->path[depth - 1]];
		struct ocr_fact_node *to = step(f, x);

		if (!to) {
			x->at = DONE;
			depth--;
		} else if (!to->at) {
			f->path[depth++] = (uint32_t)(to - f->nodes);
			to->at = depth;
		} else if (to->at != DONE) {
			mark_cycle(f, to->at - 1, depth - 1);
		}
	}
}

int
ocr_facts_link(struct ocr_facts *f)
{
	if (!f->n)
		return 0;
	f->nodes = calloc(f->n, sizeof(*f->nodes));
	f->path = calloc(f->n, sizeof(*f->path));
	if (!f->nodes || !f->path)
		return -ENOMEM;
	qsort(f->facts, f->n, sizeof(*f->facts), compare_facts);
	list_nodes(f);
	for (uint32_t i = 0; i < f->n_nodes; i++)
		if (!f->nodes[i].at)
			walk(f, i);
	return 0;
}
