/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce_generations.c - many generations, several at a time: the n-th
 * dependence brings the n-th result, on each node.  Results belong to the
 * runtime, or to the program. */
#include "tests/conformance/reduction.h"

#define GENERATIONS 20
#define MAX_GEN	    3

struct step {
	struct share s;
	u64 event; /* 0: the runtime destroys results; 1: the program does */
	u64 gen;
	ocrGuid_t next; /* looks at the next generation */
};

static void start(const struct share *s, u64 event);

static void
contribute(const struct share *s, u64 event, u64 gen)
{
	u64 value = gen * 1000 + s->node;

	OK(ocrEventCollectiveSatisfySlot(conf_label(s->range, event), &value,
					 (u32)s->node));
}

/* Slots: the result; its turn. */
TASK(look)
{
	const struct step *s = PARAM(struct step);
	u64 nodes = conf_nodes();

	CHECK_EQ("a result", conf_value(&depv[0]),
		 nodes * 1000 * s->gen + conf_sum(nodes));
	if (s->event)
		CHECK_OK(ocrDbDestroy(depv[0].guid));
	if (s->gen + MAX_GEN < GENERATIONS)
		contribute(&s->s, s->event, s->gen + MAX_GEN);
	if (s->gen + 1 < GENERATIONS) {
		conf_start(s->next, 1);
		return NULL_GUID;
	}
	CHECK_OK(ocrEventDestroy(conf_label(s->s.range, s->event)));
	if (!s->event)
		start(&s->s, 1);
	else
		conf_start(s->s.end, (u32)s->s.node);
	return NULL_GUID;
}

static void
start(const struct share *s, u64 event)
{
	ocrEventParams_t p = conf_reduction(COL_ALLREDUCE, REDOP_U8_ADD, 1);
	struct step step = {.s = *s, .event = event, .gen = GENERATIONS};
	ocrGuid_t tasks[GENERATIONS], g;

	p.EVENT_COLLECTIVE.maxGen = MAX_GEN;
	p.EVENT_COLLECTIVE.reuseDbPerGen = !event;
	g = conf_take_part(s->range, event, &p);
	while (step.gen-- > 0) {
		step.next = tasks[step.gen] =
			conf_task(look, s->node, PARAMS(step), 2, NULL);
	}
	for (u64 i = 0; i < GENERATIONS; i++)
		OK(ocrAddDependence(g, tasks[i], 0, DB_MODE_RO));
	for (u64 i = 0; i < MAX_GEN; i++)
		contribute(s, event, i);
	conf_start(tasks[0], 1);
}

TASK(take_part)
{
	start(PARAM(struct share), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	conf_spread(2, take_part);
	return NULL_GUID;
}
