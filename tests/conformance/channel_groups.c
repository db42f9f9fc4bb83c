/* SPDX-License-Identifier: BSD-3-Clause */
/* channel_groups.c - a generation of a channel event is nbSat satisfactions
 * and nbDeps dependences, whichever come first; dependence i of it gets the
 * data of its satisfaction i, or of the last one. */
#include "tests/conformance/conf.h"

#define MOST 3
#define GENS 4

struct args {
	ocrGuid_t end, channel;
	u64 sats, deps;
	u32 slot, zero;
};

/* The number of a generation and of a satisfaction in it. */
static u64
number(u64 gen, u64 i)
{
	return 100 * gen + i;
}

TASK(use)
{
	CHECK_EQ("what the generation brings", conf_value(&depv[0]), paramv[0]);
	return NULL_GUID;
}

static void
satisfy(const struct args *a, u64 gen)
{
	for (u64 i = 0; i < a->sats; i++)
		OK(ocrEventSatisfy(a->channel,
				   conf_number(gen + i, number(gen, i))));
}

/* Every other one through an event. */
static void
wait(struct args *a, u64 gen)
{
	for (u64 i = 0; i < a->deps; i++) {
		u64 want = number(gen, i < a->sats ? i : a->sats - 1);
		ocrGuid_t out, t, e = a->channel;

		t = conf_task(use, gen + i + 1, PARAMS(want), 1, &out);
		conf_link(out, a->end, a->slot++, DB_DEFAULT_MODE);
		if (i % 2) {
			e = conf_event(OCR_EVENT_ONCE_T);
			conf_link(e, t, 0, DB_MODE_CONST);
			conf_link(a->channel, e, 0, DB_MODE_CONST);
		} else {
			conf_link(e, t, 0, DB_MODE_CONST);
		}
	}
}

/* Generations that are filled one way round, and the other, and two at once;
 * no more than two are ever held back. */
TASK(fill)
{
	struct args a = *PARAM(struct args);

	satisfy(&a, 0);
	wait(&a, 0);
	wait(&a, 1);
	satisfy(&a, 1);
	satisfy(&a, 2);
	satisfy(&a, 3);
	wait(&a, 2);
	wait(&a, 3);
	CHECK_OK(ocrEventDestroy(a.channel));
	return NULL_GUID;
}

TASK(open)
{
	struct args a = *PARAM(struct args);

	a.channel = conf_channel(2, (u32)a.sats, (u32)a.deps);
	conf_start(conf_task(fill, conf_here() + a.deps, PARAMS(a), 1, NULL),
		   0);
	return NULL_GUID;
}

MAIN_TASK
{
	u32 slots = MOST * GENS * MOST * (MOST + 1) / 2;
	struct args a = {.end = conf_end(slots)};

	for (a.sats = 1; a.sats <= MOST; a.sats++)
		for (a.deps = 1; a.deps <= MOST; a.deps++) {
			conf_start(conf_task(open, a.sats, PARAMS(a), 1, NULL),
				   0);
			a.slot += GENS * (u32)a.deps;
		}
	return NULL_GUID;
}
