/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce_order.c - values are added up in the order of slots and of the tree of
 * nodes, whenever they come: sums whose bits tell. */
#include "tests/conformance/reduction.h"

#include <string.h>

#define HERE	    3
#define GENERATIONS 5
#define MAX_GEN	    2
#define ARITIES	    3

/* Far apart, so that each other order rounds in another way. */
static double
given(u64 slot, u64 gen)
{
	u64 word = conf_word(slot, gen);

	return (double)(s64)word * (double)(UINT64_C(1) << word % 40);
}

/* What node `node` and those below it give; node 0 is the root. */
static double
sum_below(u64 node, u64 arity, u64 gen)
{
	double sum = given(node * HERE, gen);

	for (u64 k = 1; k < HERE; k++)
		sum += given(node * HERE + k, gen);
	for (u64 i = 1; i <= arity; i++)
		if (node * arity + i < conf_nodes())
			sum += sum_below(node * arity + i, arity, gen);
	return sum;
}

struct step {
	struct share s;
	u64 arity;
	u64 gen;
	u64 slot;
	ocrGuid_t event, latch;
};

static ocrGuid_t look(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

static void
go(const struct step *s)
{
	ocrGuid_t t = conf_task(look, s->s.node, PARAMS(*s), 1, NULL);
	double value = given(s->slot, s->gen);

	OK(ocrAddDependenceSlot(s->event, (u32)s->slot, t, 0, DB_MODE_CONST));
	OK(ocrEventCollectiveSatisfySlot(s->event, &value, (u32)s->slot));
}

TASK(begin)
{
	go(PARAM(struct step));
	return NULL_GUID;
}

static ocrGuid_t
look(u32 paramc CONF_UNUSED, u64 *paramv, u32 depc CONF_UNUSED,
     ocrEdtDep_t depv[])
{
	struct step s = *PARAM(struct step);
	double want = sum_below(0, s.arity, s.gen);

	CHECK(!memcmp(depv[0].ptr, &want, sizeof(want)),
	      "arity %" PRIu64 ", generation %" PRIu64 ": %a, should be %a",
	      s.arity, s.gen, *(const double *)depv[0].ptr, want);
	if (++s.gen < GENERATIONS)
		go(&s);
	else
		conf_start(s.latch, OCR_EVENT_LATCH_DECR_SLOT);
	return NULL_GUID;
}

/* All slots of this node have their last result. */
TASK(leave)
{
	const struct share *s = PARAM(struct share);

	for (u64 i = 0; i < ARITIES; i++)
		CHECK_OK(ocrEventDestroy(conf_label(s[i].range, 0)));
	conf_start(s->end, (u32)s->node);
	return NULL_GUID;
}

/* The last slot goes first. */
TASK(take_part)
{
	const struct share *range = PARAM(struct share);
	ocrEventParams_t p = conf_reduction(COL_ALLREDUCE, REDOP_F8_ADD, HERE);
	struct step s = {.latch = conf_event(OCR_EVENT_LATCH_T)};
	ocrGuid_t t = conf_task(leave, range->node, paramc, range, 1, NULL);

	for (u64 i = 0; i < ARITIES * HERE; i++)
		conf_start(s.latch, OCR_EVENT_LATCH_INCR_SLOT);
	conf_link(s.latch, t, 0, DB_MODE_NULL);
	p.EVENT_COLLECTIVE.maxGen = MAX_GEN;
	for (u64 i = 0; i < ARITIES; i++) {
		s.s = range[i];
		s.arity = p.EVENT_COLLECTIVE.arity = (u32)i + 1;
		s.event = conf_take_part(s.s.range, 0, &p);
		for (u64 k = HERE; k-- > 0;) {
			s.slot = s.s.node * HERE + k;
			conf_task(begin, s.s.node, PARAMS(s), 0, NULL);
		}
	}
	return NULL_GUID;
}

MAIN_TASK
{
	struct share s[ARITIES];
	ocrGuid_t end = conf_end((u32)conf_nodes());

	for (u64 i = 0; i < ARITIES; i++) {
		s[i].end = end;
		OK(ocrGuidRangeCreate(&s[i].range, 1,
				      GUID_USER_EVENT_COLLECTIVE));
	}
	for (u64 node = 0; node < conf_nodes(); node++) {
		for (u64 i = 0; i < ARITIES; i++)
			s[i].node = node;
		conf_task(take_part, node, PARAMS(s), 0, NULL);
	}
	return NULL_GUID;
}
