/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce_again.c - a label names one event after the other: what some nodes
 * contribute to the next does not get lost on those that are still busy with
 * the last. */
#include "tests/conformance/reduction.h"

#define LIVES 6

struct life {
	struct share s;
	u64 i;
};

static ocrGuid_t look(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

TASK(more)
{
	const struct life *l = PARAM(struct life);
	s64 value = -(s64)(10 * l->i + l->s.node) - 1000;

	CHECK_EQ("a first result", *(const s64 *)depv[0].ptr,
		 -(s64)(10 * l->i));
	CHECK_OK(ocrEventCollectiveSatisfySlot(conf_label(l->s.range, 0),
					       &value, (u32)l->s.node));
	return NULL_GUID;
}

static void
live(struct life l)
{
	ocrEventParams_t p = conf_reduction(COL_ALLREDUCE, REDOP_S8_MAX, 1);
	s64 value = -(s64)(10 * l.i + l.s.node);
	ocrGuid_t first = conf_task(more, l.s.node, PARAMS(l), 1, NULL);
	ocrGuid_t t = conf_task(look, l.s.node, PARAMS(l), 1, NULL);
	ocrGuid_t g = conf_take_part(l.s.range, 0, &p);

	/* Two generations each. */
	OK(ocrAddDependence(g, first, 0, DB_MODE_RO));
	OK(ocrAddDependence(g, t, 0, DB_MODE_RO));
	OK(ocrEventCollectiveSatisfySlot(g, &value, (u32)l.s.node));
}

static ocrGuid_t
look(u32 paramc CONF_UNUSED, u64 *paramv, u32 depc CONF_UNUSED,
     ocrEdtDep_t depv[])
{
	struct life l = *PARAM(struct life);

	CHECK_EQ("a result", *(const s64 *)depv[0].ptr,
		 -(s64)(10 * l.i) - 1000);
	CHECK_OK(ocrEventDestroy(conf_label(l.s.range, 0)));
	if (++l.i < LIVES)
		live(l);
	else
		conf_start(l.s.end, (u32)l.s.node);
	return NULL_GUID;
}

TASK(take_part)
{
	struct life l = {.s = *PARAM(struct share)};

	live(l);
	return NULL_GUID;
}

MAIN_TASK
{
	conf_spread(1, take_part);
	return NULL_GUID;
}
