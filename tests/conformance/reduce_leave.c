/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce_leave.c - a node may destroy its share as soon as it has contributed,
 * and create the next event under the same label: what comes later from others
 * still goes through it, to the right event. */
#include "tests/conformance/reduction.h"

#define LIVES 4

struct life {
	struct share s;
	u64 i;
	ocrGuid_t next; /* looks at the next life's result */
};

static u64
given(u64 life, u64 node)
{
	return 1000 * life + node;
}

/* At the root.  Slots: the result; its turn. */
TASK(look)
{
	const struct life *l = PARAM(struct life);
	u64 nodes = conf_nodes();

	CHECK_EQ("a result", conf_value(&depv[0]),
		 1000 * nodes * l->i + conf_sum(nodes));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	if (l->i + 1 < LIVES)
		conf_start(l->next, 1);
	else
		conf_start(l->s.end, (u32)l->s.node);
	return NULL_GUID;
}

/* All lives at once: the tree is a chain, so the nodes between pass on what
 * comes after they have left. */
TASK(take_part)
{
	const struct share *s = PARAM(struct share);
	ocrEventParams_t p = conf_reduction(COL_REDUCE, REDOP_U8_ADD, 1);
	struct life l = {.s = *s, .i = LIVES};
	ocrGuid_t tasks[LIVES], g;
	u64 value;

	p.EVENT_COLLECTIVE.arity = 1;
	p.EVENT_COLLECTIVE.maxGen = LIVES;
	p.EVENT_COLLECTIVE.reuseDbPerGen = false;
	while (!s->node && l.i-- > 0)
		l.next = tasks[l.i] =
			conf_task(look, s->node, PARAMS(l), 2, NULL);
	for (u64 i = 0; i < LIVES; i++) {
		g = conf_take_part(s->range, 0, &p);
		value = given(i, s->node);
		if (!s->node)
			CHECK_OK(ocrAddDependence(g, tasks[i], 0, DB_MODE_RO));
		CHECK_OK(
			ocrEventCollectiveSatisfySlot(g, &value, (u32)s->node));
		CHECK_OK(ocrEventDestroy(g));
	}
	if (s->node)
		conf_start(s->end, (u32)s->node);
	else
		conf_start(tasks[0], 1);
	return NULL_GUID;
}

MAIN_TASK
{
	conf_spread(1, take_part);
	return NULL_GUID;
}
