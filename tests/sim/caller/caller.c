/* SPDX-License-Identifier: BSD-3-Clause */
/* caller.c - a random OCR program that calls everything with anything
 * (caller.h).
 *
 *	caller SEED [CALLS]
 *
 * The job ends by a shutdown or an abort that was drawn, by a failure that the
 * runtime tells, or stuck.
 */
#include "tests/sim/caller/caller.h"

#include <stdio.h>
#include <stdlib.h>

#define CALLS	200
#define A_BODY	12 /* most calls of a task */
#define A_MAIN	60
#define NESTING 3 /* functions of maps that call each other */

static u64 left;
static unsigned depth;
static int loud;
static ocrGuid_t first_template;

ocrGuid_t
caller_template(void)
{
	return first_template;
}

static const struct call *
pick(void)
{
	const struct call *tables[] = {caller_objects, caller_extensions,
				       caller_files};
	const struct call *c;
	u64 all = 0, i;

	for (unsigned t = 0; t < 2; t++)
		for (c = tables[t]; c->name; c++)
			all += c->weight;
	i = caller_draw(all);
	for (unsigned t = 0; t < 2; t++)
		for (c = tables[t]; c->name; c++) {
			if (i < c->weight)
				return c;
			i -= c->weight;
		}
	return &caller_objects[0];
}

void
caller_act(unsigned most)
{
	u64 n = caller_draw(most + 1);

	while (n-- && left) {
		const struct call *c = pick();

		left--;
		if (loud)
			fprintf(stderr, "call %s\n", c->name);
		c->fn();
	}
}

ocrGuid_t
caller_body(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	static const enum what results[] = {A_BLOCK, AN_EVENT, ANYTHING};

	for (u32 i = 0; i < paramc && i < 4; i++)
		paramv[i]++;
	for (u32 i = 0; i < depc && i < 4; i++)
		if (depv[i].ptr)
			caller_learn(A_BLOCK, depv[i].guid);
	caller_act(A_BODY);
	return chance(60) ? NULL_GUID : caller_guid(results[caller_draw(3)]);
}

/* Creates the element, mostly, as one thing or another; or all kinds. */
void
caller_creator(ocrGuid_t lid, u64 index, u32 paramc, u64 *paramv, u32 guidc,
	       ocrGuid_t *guidv)
{
	ocrGuid_t g = chance(90) ? lid : caller_guid(A_LABEL), tmpl;

	(void)index, (void)paramc, (void)paramv, (void)guidc, (void)guidv;
	switch (caller_draw(5)) {
	case 0:
		ocrDbCreate(&g, NULL, caller_draw(64), DB_PROP_MAPPED,
			    NULL_HINT, NO_ALLOC);
		break;
	case 1:
		ocrEventCreate(&g, (ocrEventTypes_t)caller_draw(4),
			       EVT_PROP_MAPPED);
		break;
	case 2:
		tmpl = caller_guid(A_TEMPLATE);
		ocrEdtCreate(&g, tmpl, EDT_PARAM_DEF, caller_params(),
			     EDT_PARAM_DEF, NULL, EDT_PROP_MAPPED, NULL_HINT,
			     NULL);
		break;
	case 3:
		ocrEventCreate(&g, OCR_EVENT_STICKY_T, EVT_PROP_MAPPED);
	}
	caller_act(3);
}

ocrGuid_t
caller_map(ocrGuid_t start, u64 skip, s64 *params, s64 *tuple)
{
	(void)params;
	if (depth < NESTING && chance(20)) {
		depth++;
		caller_act(2);
		depth--;
	}
	if (chance(20))
		return caller_guid(ANYTHING);
	return addValueToGuid(start, skip * (u64)(tuple ? tuple[0] : 0));
}

/* What no random call would find soon. */
static void
learn_first(void)
{
	ocrGuid_t g;

	ocrEdtTemplateCreate(&first_template, caller_body, EDT_PARAM_UNK,
			     EDT_PARAM_UNK);
	if (!ocrEdtTemplateCreate(&g, caller_body, 2, 1))
		caller_learn(A_TEMPLATE, g);
	for (u64 i = 0; !ocrAffinityGetAt(AFFINITY_PD, i, &g); i++)
		caller_learn(AN_AFFINITY, g);
	if (!ocrGuidRangeCreate(&g, 4, GUID_USER_EVENT_COLLECTIVE))
		caller_learn(A_RANGE, g);
	if (!ocrMapCreate(&g, 6, caller_creator, 0, NULL, 0, NULL))
		caller_learn(A_MAP, g);
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const void *args = depv[0].ptr;

	(void)paramc, (void)paramv, (void)depc;
	caller_begin(getArgc(args) > 1 ? strtoull(getArgv(args, 1), NULL, 0)
				       : 1);
	left = getArgc(args) > 2 ? strtoull(getArgv(args, 2), NULL, 0) : CALLS;
	loud = getenv("CALLER_LOUD") != NULL;
	depth = 0;
	learn_first();
	caller_learn(A_BLOCK, depv[0].guid);
	for (unsigned i = 0; i < A_MAIN; i++)
		caller_act(2);
	return NULL_GUID;
}
