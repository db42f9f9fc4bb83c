/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce_slots.c - several contributors on each node, each a chain of tasks
 * with a post-slot of its own; and results that go through other events. */
#include "tests/conformance/reduction.h"

#define HERE	    3
#define GENERATIONS 6

struct member {
	struct share s;
	u64 rank; /* of all contributors: its slot */
	u64 gen;  /* whose result it gets */
	ocrGuid_t leave;
};

/* What the member gives next depends on the last result. */
static u64
given(u64 rank, u64 last)
{
	return rank + last % 97;
}

static ocrGuid_t step(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

static void
go(const struct member *m, u64 last)
{
	ocrGuid_t sum = conf_label(m->s.range, 0), through;
	u64 value = given(m->rank, last);
	ocrGuid_t t = conf_task(step, m->s.node, PARAMS(*m), 1, NULL);

	if (m->rank % 2) {
		through = conf_event(OCR_EVENT_ONCE_T);
		conf_link(through, t, 0, DB_MODE_RO);
		OK(ocrAddDependenceSlot(sum, (u32)m->rank, through, 0,
					DB_MODE_RO));
		OK(ocrEventCollectiveSatisfySlot(sum, &value, (u32)m->rank));
	} else {
		OK(ocrEventCollectiveSatisfySlot(sum, &value, (u32)m->rank));
		OK(ocrAddDependenceSlot(sum, (u32)m->rank, t, 0, DB_MODE_RO));
	}
}

static ocrGuid_t
step(u32 paramc CONF_UNUSED, u64 *paramv, u32 depc CONF_UNUSED,
     ocrEdtDep_t depv[])
{
	struct member m = *PARAM(struct member);
	u64 want = 0, n = HERE * conf_nodes();

	for (u64 i = 0; i <= m.gen; i++)
		want = conf_sum(n) + n * (want % 97);
	CHECK_EQ("a result", conf_value(&depv[0]), want);
	if (++m.gen < GENERATIONS)
		go(&m, want);
	else
		conf_start(m.leave, (u32)(m.rank % HERE));
	return NULL_GUID;
}

/* All members of this node have their last result. */
TASK(leave)
{
	const struct share *s = PARAM(struct share);

	CHECK_OK(ocrEventDestroy(conf_label(s->range, 0)));
	conf_start(s->end, (u32)s->node);
	return NULL_GUID;
}

TASK(join)
{
	go(PARAM(struct member), 0);
	return NULL_GUID;
}

TASK(take_part)
{
	struct member m = {.s = *PARAM(struct share)};
	ocrEventParams_t p = conf_reduction(COL_ALLREDUCE, REDOP_U8_ADD, HERE);

	conf_take_part(m.s.range, 0, &p);
	m.leave = conf_task(leave, m.s.node, PARAMS(m.s), HERE, NULL);
	for (u64 i = 0; i < HERE; i++) {
		m.rank = m.s.node * HERE + i;
		conf_task(join, m.s.node, PARAMS(m), 0, NULL);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	conf_spread(1, take_part);
	return NULL_GUID;
}
