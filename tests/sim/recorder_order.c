/* SPDX-License-Identifier: BSD-3-Clause */
/* recorder_order.c - see recorder_order.h. */
#include "tests/sim/recorder_order.h"

#include "guidmap/guid.h"
#include "src/base/msg.h"
#include "tests/sim/history.h"

void
recorder_order_all(struct recorder *r, const struct line *l, uint32_t later)
{
	for (uint32_t i = l->first; i < l->n; i++)
		history_order(r->history, l->ids[i], later);
}

static void
order_some(struct recorder *r, const struct line *l, uint32_t first, uint32_t n,
	   uint32_t later)
{
	for (uint32_t i = first; i < l->n && i < first + n; i++)
		history_order(r->history, l->ids[i], later);
}

/* What a channel event does comes after the satisfactions and dependences of
 * that generation, not of later ones. */
static void
order_generation(struct recorder *r, const struct thing *x, uint32_t cause,
		 uint32_t id)
{
	bool is_dep = r->ops[cause].head.type == OCR_MSG_ADD_DEP;
	uint32_t by_sats = (x->satisfies.n + !is_dep) / x->nb_sat;
	uint32_t by_deps = (x->deps.n + is_dep) / x->nb_deps;
	uint32_t gen = (by_sats < by_deps ? by_sats : by_deps) - 1;

	history_order(r->history, cause, id);
	order_some(r, &x->satisfies, gen * x->nb_sat, x->nb_sat, id);
	order_some(r, &x->deps, gen * x->nb_deps, x->nb_deps, id);
}

/* Rules 2 to 5: an implicit satisfaction comes after those of its event, and
 * after the dependence that it follows. */
void
recorder_order_implicit(struct recorder *r, uint32_t cause, uint32_t id)
{
	const struct op *o = &r->ops[id];
	struct thing *event = recorder_thing(r, r->ops[cause].object);

	if (ocr_guid_kind(event->key) == OCR_GUID_EVENT_CHANNEL) {
		order_generation(r, event, cause, id);
		return;
	}
	history_order(r->history, cause, id);
	recorder_order_all(r, &event->satisfies, id);
	for (uint32_t i = event->deps.first; i < event->deps.n; i++) {
		const struct op *d = &r->ops[event->deps.ids[i]];

		if (ocr_guid_eq(d->dest, o->object) && d->slot == o->slot)
			history_order(r->history, event->deps.ids[i], id);
	}
}

/* The output event of a finish task waits for all tasks inside. */
void
recorder_order_scope(struct recorder *r, struct thing *root, uint32_t id)
{
	char task[OCR_GUID_TEXT];

	for (uint32_t i = 0; i < root->members.n; i++) {
		struct thing *m =
			recorder_thing(r, r->ops[root->members.ids[i]].object);

		if (m->ended) {
			history_order(r->history, m->last, id);
			continue;
		}
		r->violations++;
		fprintf(r->out, "finish scope: %s has not ended, but ",
			ocr_guid_text(m->key, task));
		fprintf(r->out, "its scope %s has\n",
			ocr_guid_text(root->key, task));
	}
	root->members.n = 0;
}
