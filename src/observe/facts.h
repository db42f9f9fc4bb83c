/* SPDX-License-Identifier: BSD-3-Clause */
/* facts.h - who waits for what, all over a job that cannot go on, or is looked
 * at.
 *
 * Node 0 gets facts from every node, each about an object that waits or is
 * waited for.  Sorted by object they are a graph: an edge leads from what
 * waits to what it waits for.
 *
 * Knows GUIDs and edges; does not know what to say about them (verdict.h).
 * Promise: facts that are missing, or wrong, make the graph smaller or wrong,
 * and nothing worse.
 * Threads: none; those of the quiet node, or of a look, one after the other.
 */
#ifndef SRC_OBSERVE_FACTS_H
#define SRC_OBSERVE_FACTS_H

#include "src/base/msg.h"

#include <stdbool.h>
#include <stddef.h>

/* In n[3] of a task: it has paused its node; it is main(). */
#define OCR_FACT_PAUSER 2
#define OCR_FACT_MAIN	4

/* What a fact says of `object`.  Those with an arrow are edges. */
enum ocr_fact_kind {
	/* A task whose body is `code`: in state n[0], with n[1] slots; nothing
	 * was ever connected to n[2] of them.  n[3]: its node is paused, or one
	 * of the values above. */
	OCR_FACT_TASK,
	/* An event that has not fired, with the numbers of its
	 * struct ocr_event_view. */
	OCR_FACT_EVENT,
	/* A block that somebody waits for: n[0] tasks of node n[1] write to
	 * it, it has n[2] parts, and n[3] wait. */
	OCR_FACT_BLOCK,
	/* Of a reduction event there, n[0] as enum ocr_collective_lack: n[1] of
	 * n[2] in generation n[3]. */
	OCR_FACT_REDUCTION,
	/* An op of type n[0], sent by node n[1], waits for an object that is
	 * not there; n[2]: the object is one that others have to leave. */
	OCR_FACT_PARKED,
	/* n[0] tasks of that node have no facts of their own. */
	OCR_FACT_REST,
	/* That node has n[0] workers, of which n[1] run a body; n[2] tasks are
	 * ready, and n[3] wait.  It is the last that the node tells in a look
	 * (look.h). */
	OCR_FACT_LOAD,
	/* Edges. */
	OCR_FACT_SLOT,	 /* task -> event, or NULL_GUID: nothing; n[0]: fate */
	OCR_FACT_AWAIT,	 /* task -> event, as SLOT; n[1]: ocr_await_call */
	OCR_FACT_FEED,	 /* event -> event that satisfies it; n[0]: fate */
	OCR_FACT_OUTPUT, /* event -> task that satisfies it at its end */
	OCR_FACT_NEED,	 /* task -> block */
	OCR_FACT_ROOM,	/* task -> block; needs n[0] bytes, n[1] of n[2] used */
	OCR_FACT_SCOPE, /* task -> its scope, or scope -> one inside */
	OCR_FACT_MEMBER, /* scope -> member */
	OCR_FACT_KINDS
};

/* A fact, and the node that told it. */
struct ocr_fact {
	struct ocr_msg_stuck_fact is;
	ocr_node_t from;
};

struct ocr_fact_node {
	ocrGuid_t guid;
	const struct ocr_fact *is;    /* TASK, EVENT, ...; NULL: none */
	const struct ocr_fact *edges; /* those of this object */
	uint32_t n_edges;
	uint32_t cycle;		   /* the number of its cycle, or 0 */
	const struct ocr_fact *on; /* in a cycle: the edge that goes on */
	/* While the graph is walked: */
	uint32_t next; /* edge */
	uint32_t at;   /* place on the path, from 1 on; UINT32_MAX: done */
};

struct ocr_facts {
	struct ocr_fact *facts;
	size_t n, cap;
	uint64_t dropped;
	/* After ocr_facts_link(): */
	struct ocr_fact_node *nodes; /* by GUID */
	uint32_t n_nodes, n_cycles;
	uint32_t *path; /* n_nodes */
};

/* Drops what is too much. */
void ocr_facts_add(struct ocr_facts *f, ocr_node_t from,
		   const struct ocr_msg_stuck_fact *is);
/* Slots of f of which their node does not know what would satisfy them, get
 * what `far` says of them; the rest of that is out of date.  Before
 * ocr_facts_link(). */
void ocr_facts_join(struct ocr_facts *f, const struct ocr_facts *far);
/* Makes the graph, and finds cycles in it.  0 or -ENOMEM. */
int ocr_facts_link(struct ocr_facts *f);
void ocr_facts_fini(struct ocr_facts *f);

/* NULL: no fact is about g. */
struct ocr_fact_node *ocr_facts_find(const struct ocr_facts *f, ocrGuid_t g);

/* Does the fact lead on, to ->is.other? */
static inline bool
ocr_fact_is_edge(const struct ocr_fact *e)
{
	return e->is.kind >= OCR_FACT_SLOT &&
	       (e->is.other.upper | e->is.other.lower);
}

#endif
