/* SPDX-License-Identifier: BSD-3-Clause */
/* race_event.c - what must have come before an event has fired.
 *
 * An event that fires once has had one satisfaction: where there were several,
 * that which has brought the block that came out of it.  A latch comes after
 * all that has counted.  The k-th dependence on a channel comes after the k-th
 * satisfaction, or that with its block.  What has a label may have been
 * several events, one after the other, and a reduction has generations: they
 * come after all that has been before, so that nothing is called a race that
 * may be none.
 */
#include "src/tools/races.h"

#include <stdlib.h>

bool
race_event_gathers(const struct races *r, uint32_t thing)
{
	ocrGuid_t g = r->guids.guids[thing];
	enum ocr_guid_kind kind = r->things[thing].kind;

	return kind == OCR_GUID_EVENT_LATCH ||
	       kind == OCR_GUID_EVENT_COLLECTIVE ||
	       (ocr_guid_flags(g) & OCR_GUID_LABELED);
}

static uint32_t
join(struct races *r, uint32_t a, uint32_t b)
{
	uint32_t at;

	if (a == RACE_NEVER || b == RACE_NEVER || a == b)
		return a == RACE_NEVER ? b : a;
	at = race_order_add(&r->order, a);
	race_order_edge(&r->order, b, at);
	return at;
}

/* When that input had come, or RACE_NEVER. */
static uint32_t
came(struct races *r, uint32_t input, uint32_t block)
{
	struct race_input in = r->inputs[input];
	uint32_t at;

	if (in.from == RACE_NOTHING)
		return in.at;
	at = race_event_fired(r, in.from, block, in.number);
	return at == RACE_NEVER ? RACE_NEVER : join(r, at, in.at);
}

/* -- That gather ----------------------------------------------------------- */

/* What has come is in `fired`, and is no input any more. */
static uint32_t
gather(struct races *r, uint32_t event)
{
	uint32_t i = r->things[event].first, kept = RACE_NOTHING, next;
	uint32_t all = RACE_NEVER, last = RACE_NOTHING;

	if (i == RACE_NOTHING)
		return r->things[event].fired;
	all = race_order_add(&r->order, r->things[event].fired);
	for (; i != RACE_NOTHING; i = next) {
		uint32_t at = came(r, i, RACE_NOTHING);

		next = r->inputs[i].next;
		/* `all` is older than what came() has added. */
		if (at != RACE_NEVER) {
			all = at < all ? all : race_order_add(&r->order, all);
			race_order_edge(&r->order, at, all);
			continue;
		}
		r->inputs[i].next = RACE_NOTHING;
		if (last == RACE_NOTHING)
			kept = i;
		else
			r->inputs[last].next = i;
		last = i;
	}
	r->things[event].first = kept;
	r->things[event].last = last;
	r->things[event].fired = all;
	return all;
}

/* -- Channels -------------------------------------------------------------- */

/* So many of its inputs, and more until one has brought the block: some may
 * have been refused. */
static uint32_t
gather_first(struct races *r, uint32_t event, uint32_t n, uint32_t block)
{
	uint32_t i = r->things[event].first, all = RACE_NEVER;
	bool found = false;

	for (; i != RACE_NOTHING && (n || !found); i = r->inputs[i].next) {
		all = join(r, all, came(r, i, RACE_NOTHING));
		found |= r->inputs[i].block == block;
		n -= n > 0;
	}
	return all;
}

static uint32_t
out_of_channel(struct races *r, uint32_t event, uint32_t block, uint32_t number)
{
	struct race_thing *x = &r->things[event];
	uint32_t i = x->first;

	if (x->nb_sat != 1 || x->nb_deps != 1)
		return gather_first(r, event,
				    (number / (x->nb_deps ? x->nb_deps : 1) +
				     1) * x->nb_sat,
				    block);
	for (; i != RACE_NOTHING; i = r->inputs[i].next)
		if (!r->inputs[i].is_taken &&
		    (r->inputs[i].from != RACE_NOTHING ||
		     r->inputs[i].block == block))
			break;
	if (i == RACE_NOTHING)
		return gather_first(r, event, UINT32_MAX, block);
	r->inputs[i].is_taken = true;
	/* What is before the first that was not is of no use any more. */
	while (x->first != RACE_NOTHING && r->inputs[x->first].is_taken &&
	       x->first != i)
		x->first = r->inputs[x->first].next;
	return came(r, i, block);
}

/* -- That fire once -------------------------------------------------------- */

/* That which has brought the block; if none says so, all that have come. */
static uint32_t
once(struct races *r, uint32_t event, uint32_t block)
{
	uint32_t first = r->things[event].first, all = RACE_NEVER;

	if (first == RACE_NOTHING)
		return RACE_NEVER;
	if (r->inputs[first].next == RACE_NOTHING)
		return came(r, first, block);
	for (uint32_t i = first; i != RACE_NOTHING; i = r->inputs[i].next)
		if (r->inputs[i].from == RACE_NOTHING &&
		    r->inputs[i].block == block)
			return r->inputs[i].at;
	for (uint32_t i = first; i != RACE_NOTHING; i = r->inputs[i].next)
		all = join(r, all, came(r, i, block));
	return all;
}

/* -- Any ------------------------------------------------------------------- */

static uint32_t
fire(struct races *r, uint32_t event, uint32_t block, uint32_t number)
{
	struct race_thing *x = &r->things[event];
	uint32_t at;

	if (race_event_gathers(r, event))
		return gather(r, event);
	if (x->kind == OCR_GUID_EVENT_CHANNEL)
		return out_of_channel(r, event, block, number);
	if (x->fired != RACE_NEVER && x->fired_with == block)
		return x->fired;
	at = once(r, event, block);
	r->things[event].fired = at;
	r->things[event].fired_with = block;
	return at;
}

/* An event that it follows, to be looked at before. */
static uint32_t
followed(const struct races *r, uint32_t event, uint32_t block)
{
	const struct race_thing *x = &r->things[event];
	uint32_t i = x->first, from;

	if (x->kind == OCR_GUID_EVENT_CHANNEL || x->is_asked ||
	    (x->fired != RACE_NEVER && x->fired_with == block))
		return RACE_NOTHING;
	while (i != RACE_NOTHING && r->inputs[i].from == RACE_NOTHING)
		i = r->inputs[i].next;
	if (i == RACE_NOTHING)
		return RACE_NOTHING;
	from = r->inputs[i].from;
	return r->things[from].kind == OCR_GUID_EVENT_CHANNEL ||
			       r->things[from].is_asked
		       ? RACE_NOTHING
		       : from;
}

static uint32_t
ask(struct races *r, uint32_t event, uint32_t block, uint32_t number)
{
	uint32_t at;

	/* Events that follow each other never fire. */
	if (r->things[event].is_asked)
		return RACE_NEVER;
	r->things[event].is_asked = true;
	at = fire(r, event, block, number);
	r->things[event].is_asked = false;
	return at;
}

/* A chain of events may be long: its begin is looked at first, and what calls
 * itself is never deep. */
uint32_t
race_event_fired(struct races *r, uint32_t event, uint32_t block,
		 uint32_t number)
{
	uint32_t at = followed(r, event, block);
	uint32_t *way = NULL;
	size_t n = 0, cap = 0;

	while (at != RACE_NOTHING && n < r->guids.n) {
		void *more = way;

		if (race_grow(&more, n, &cap, sizeof(*way))) {
			r->failed = true;
			break;
		}
		way = more;
		way[n++] = at;
		at = followed(r, at, block);
	}
	while (n)
		ask(r, way[--n], block, 0);
	free(way);
	return ask(r, event, block, number);
}
