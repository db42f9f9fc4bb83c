/* SPDX-License-Identifier: BSD-3-Clause */
/* race_order.h - what happens before what: a graph of moments, and the question
 * whether there is a path.
 *
 * A moment is a call of a task, the begin of its body, or that an event has
 * fired.  They are numbered as they are added; whatever comes before one has a
 * smaller number, so the order in time is one of the orders that the graph
 * allows.
 * Threads: none.
 */
#ifndef SRC_TOOLS_RACE_ORDER_H
#define SRC_TOOLS_RACE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RACE_NEVER UINT32_MAX /* no moment */

struct race_edge {
	uint32_t from, next;
};

struct race_order {
	uint32_t n, cap;
	uint32_t *before; /* of the same task, or RACE_NEVER */
	uint32_t *edges;  /* the first of those that lead here, or RACE_NEVER */
	struct race_edge *all;
	uint32_t n_all, cap_all;
	/* Of searches: */
	uint32_t *seen;	 /* the last search that was here */
	uint32_t *marks; /* what the caller looks for there, + 1; or 0 */
	uint32_t *todo;
	uint32_t search;
	bool failed; /* there was no memory */
};

/* A new moment, which comes after `before`, or RACE_NEVER. */
uint32_t race_order_add(struct race_order *o, uint32_t before);
/* `earlier` comes before `later`, the last or a later one.  RACE_NEVER is
 * ignored. */
void race_order_edge(struct race_order *o, uint32_t earlier, uint32_t later);

/* When all moments are there.  0 or -1: no memory. */
int race_order_seal(struct race_order *o);
void race_order_fini(struct race_order *o);

/* Goes back from `later`, not below `least`, and calls `found` with each mark
 * on the way, until that says that it is enough.  False: it has given up after
 * `most` moments. */
bool race_order_back(struct race_order *o, uint32_t later, uint32_t least,
		     uint32_t most, bool (*found)(void *ctx, uint32_t mark),
		     void *ctx);

/* What comes after a moment, as bits, up to `until`; zeroed it is empty. */
struct race_after {
	uint64_t *bits;
	uint32_t earlier, until;
	size_t words;
};
/* Up to `later`, at least.  0 or -1: no memory. */
int race_order_extend(const struct race_order *o, struct race_after *a,
		      uint32_t later);
void race_after_free(struct race_after *a);
static inline bool
race_after_has(const struct race_after *a, uint32_t later)
{
	uint32_t at = later - a->earlier;

	return later > a->earlier && later <= a->until &&
	       (a->bits[at / 64] >> at % 64 & 1);
}

/* Makes room for a new last one: 0 or -1. */
int race_grow(void **array, size_t n, size_t *cap, size_t bytes);

#endif
