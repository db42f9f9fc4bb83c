/* SPDX-License-Identifier: BSD-3-Clause */
/* history.c - nodes and edges in two growing arrays. */
#include "tests/sim/history.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/msg.h"
#include "src/boot/ops.h"
#include "src/stream/dispatch.h"
#include "tests/sim/own.h"

#include <stdlib.h>

struct node {
	ocrGuid_t object, task;
	uint32_t edges; /* the last edge to here, or 0 */
	uint32_t seen;	/* the search that has been here last */
	uint32_t next;	/* towards the end of that search */
	uint16_t type;
};

struct edge {
	uint32_t from, next;
};

struct history {
	struct node *nodes;
	struct edge *edges;
	uint32_t *todo;
	uint32_t n_nodes, cap_nodes, n_edges, cap_edges;
	uint32_t search;
};

static void *
grown(void *array, uint32_t n, uint32_t *cap, size_t size)
{
	if (n < *cap)
		return array;
	*cap = *cap ? 2 * *cap : 1024;
	return sim_own_realloc(array, *cap, size);
}

struct history *
history_open(void)
{
	struct history *h = sim_own_calloc(1, sizeof(*h));

	h->n_nodes = h->n_edges = 1;
	return h;
}

void
history_close(struct history *h)
{
	free(h->nodes);
	free(h->edges);
	free(h->todo);
	free(h);
}

uint32_t
history_add(struct history *h, uint16_t type, ocrGuid_t object, ocrGuid_t task)
{
	uint32_t cap = h->cap_nodes;

	h->nodes = grown(h->nodes, h->n_nodes, &cap, sizeof(*h->nodes));
	h->todo = grown(h->todo, h->n_nodes, &h->cap_nodes, sizeof(*h->todo));
	h->nodes[h->n_nodes] = (struct node){
		.type = type,
		.object = object,
		.task = task,
	};
	return h->n_nodes++;
}

void
history_order(struct history *h, uint32_t earlier, uint32_t later)
{
	if (earlier == HISTORY_NONE)
		return;
	if (earlier >= later || later >= h->n_nodes)
		ocr_bug("history: %u cannot come before %u", earlier, later);
	h->edges =
		grown(h->edges, h->n_edges, &h->cap_edges, sizeof(*h->edges));
	h->edges[h->n_edges] = (struct edge){
		.from = earlier,
		.next = h->nodes[later].edges,
	};
	h->nodes[later].edges = h->n_edges++;
}

/* Backwards from `later`; nothing below `lowest` leads to what is above it. */
static bool
search(struct history *h, uint32_t lowest, uint32_t later, uint32_t wanted)
{
	uint32_t n = 0, at, e, from;

	h->search++;
	h->nodes[later].next = HISTORY_NONE;
	h->todo[n++] = later;
	while (n) {
		at = h->todo[--n];
		if (at == wanted)
			return true;
		for (e = h->nodes[at].edges; e; e = h->edges[e].next) {
			from = h->edges[e].from;
			if (from < lowest || h->nodes[from].seen == h->search)
				continue;
			h->nodes[from].seen = h->search;
			h->nodes[from].next = at;
			h->todo[n++] = from;
		}
	}
	return false;
}

bool
history_precedes(struct history *h, uint32_t earlier, uint32_t later)
{
	return search(h, earlier, later, earlier);
}

void
history_look_back(struct history *h, uint32_t lowest, uint32_t later)
{
	search(h, lowest, later, HISTORY_NONE);
}

bool
history_was_seen(const struct history *h, uint32_t earlier)
{
	return h->nodes[earlier].seen == h->search;
}

void
history_print_path(struct history *h, uint32_t earlier, uint32_t later,
		   FILE *out)
{
	char object[OCR_GUID_TEXT], task[OCR_GUID_TEXT];
	uint32_t at = earlier;

	for (;;) {
		const struct node *n = &h->nodes[at];

		ocr_guid_text(n->task, task);
		if (!n->type)
			fprintf(out, "    %s begins\n", task);
		else if (ocr_guid_is_null(n->task))
			fprintf(out, "    implicit: %s of %s\n",
				ocr_dispatch_name(ocr_ops_rows, n->type),
				ocr_guid_text(n->object, object));
		else
			fprintf(out, "    %s: %s of %s\n", task,
				ocr_dispatch_name(ocr_ops_rows, n->type),
				ocr_guid_text(n->object, object));
		if (at == later)
			return;
		at = n->next;
	}
}
