/* SPDX-License-Identifier: BSD-3-Clause */
/* counted.c - a counted event satisfies all whom it expects, whether they come
 * before it is satisfied or after, from any node; then it is gone. */
#include "tests/conformance/conf.h"

#define DEPS   9
#define ROUNDS 6

struct args {
	ocrGuid_t event, end;
	u64 round, i;
};

TASK(wait)
{
	CHECK_EQ("what the event carries", conf_value(&depv[0]),
		 PARAM(struct args)->round);
	return NULL_GUID;
}

/* Nobody orders this with the satisfaction. */
TASK(add)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t t, out;

	t = conf_task(wait, a->i + 1, PARAMS(*a), 1, &out);
	conf_link(out, a->end, (u32)(a->round * DEPS + a->i), DB_DEFAULT_MODE);
	conf_link(a->event, t, 0, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(satisfy)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrEventSatisfy(a->event, conf_number(a->i, a->round)));
	return NULL_GUID;
}

/* One after the other, each on another node: the satisfaction comes first,
 * last, or in between. */
TASK(next)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t;

	if (a.i == a.round * DEPS / (ROUNDS - 1))
		CHECK_OK(ocrEventSatisfy(a.event, conf_number(a.i, a.round)));
	if (a.i == DEPS)
		return NULL_GUID;
	add(paramc, paramv, 0, NULL);
	a.i++;
	t = conf_task(next, a.i, PARAMS(a), 1, NULL);
	conf_start(t, 0);
	return NULL_GUID;
}

TASK(open)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t;

	a.event = conf_counted(DEPS);
	conf_start(conf_task(next, 0, PARAMS(a), 1, NULL), 0);
	/* The same again, all at once. */
	a.event = conf_counted(DEPS);
	a.round += ROUNDS;
	for (a.i = 0; a.i < DEPS; a.i++) {
		t = conf_task(add, a.i, PARAMS(a), 1, NULL);
		conf_start(t, 0);
	}
	t = conf_task(satisfy, a.round, PARAMS(a), 1, NULL);
	conf_start(t, 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end(2 * ROUNDS * DEPS)};

	for (a.round = 0; a.round < ROUNDS; a.round++)
		conf_start(conf_task(open, a.round, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
