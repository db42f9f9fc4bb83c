/* SPDX-License-Identifier: BSD-3-Clause */
/* channel_full.c - a channel event holds back maxGen generations of
 * satisfactions, or of dependences; one more is refused, and reported, and
 * changes nothing. */
#include "tests/conformance/conf.h"

#define MAX_GEN 2
#define NODES	3

struct args {
	ocrGuid_t end, channel, refused;
	u64 sats, deps;
	u32 slot, zero;
};

TASK(use)
{
	CHECK_EQ("what comes out", conf_value(&depv[0]), paramv[0]);
	return NULL_GUID;
}

TASK(never)
{
	FAIL("a dependence that was refused has brought something");
	return NULL_GUID;
}

/* It may be told, or not. */
static void
expect_refused(u8 code)
{
	if (code && code != OCR_ENOSPC)
		FAIL("what is too much gave code %u", (unsigned)code);
}

static void
satisfy(const struct args *a, u64 gen)
{
	for (u64 i = 0; i < a->sats; i++)
		OK(ocrEventSatisfy(a->channel, conf_number(gen, gen)));
}

static void
wait(struct args *a, u64 gen)
{
	for (u64 i = 0; i < a->deps; i++) {
		ocrGuid_t out, t = conf_task(use, gen, PARAMS(gen), 1, &out);

		conf_link(out, a->end, a->slot++, DB_DEFAULT_MODE);
		conf_link(a->channel, t, 0, DB_MODE_CONST);
	}
}

/* After `fill`, and all that came of it. */
TASK(clean)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrEventDestroy(a->channel));
	CHECK_OK(ocrEdtDestroy(a->refused));
	return NULL_GUID;
}

TASK(fill)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t, out;

	for (u64 gen = 0; gen < MAX_GEN; gen++)
		satisfy(&a, gen);
	expect_refused(ocrEventSatisfy(a.channel, conf_number(0, 99)));
	for (u64 gen = 0; gen < 2 * MAX_GEN; gen++)
		wait(&a, gen);
	a.refused = conf_task(never, conf_here() + 1, NO_PARAMS, 1, NULL);
	expect_refused(
		ocrAddDependence(a.channel, a.refused, 0, DB_MODE_CONST));
	for (u64 gen = MAX_GEN; gen < 2 * MAX_GEN; gen++)
		satisfy(&a, gen);
	t = conf_task(clean, conf_here() + 2, PARAMS(a), 1, &out);
	conf_link(out, a.end, a.slot, DB_DEFAULT_MODE);
	conf_start(t, 0);
	return NULL_GUID;
}

TASK(open)
{
	struct args a = *PARAM(struct args);

	a.channel = conf_channel(MAX_GEN, (u32)a.sats, (u32)a.deps);
	conf_start(conf_task(fill, conf_here() + 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	u32 each = 2 * MAX_GEN;
	struct args a = {.end = conf_end((NODES - 1) * (3 * each + 2))};

	for (u64 i = 0; i < NODES - 1; i++) {
		a.sats = 1 + i;
		for (a.deps = 1; a.deps < 3; a.deps++) {
			conf_start(conf_task(open, i, PARAMS(a), 1, NULL), 0);
			a.slot += each * (u32)a.deps + 1;
		}
	}
	return NULL_GUID;
}
