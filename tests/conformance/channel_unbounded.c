/* SPDX-License-Identifier: BSD-3-Clause */
/* channel_unbounded.c - a channel event without a bound holds back whatever
 * comes, of either sort, and loses nothing; what is left goes with the event.
 */
#include "tests/conformance/conf.h"

#define MANY 400

struct args {
	ocrGuid_t channel, next;
	u64 round;
};

TASK(use)
{
	CHECK_EQ("slots", depc, MANY);
	for (u32 i = 0; i < MANY; i++)
		CHECK_EQ("what comes out", conf_value(&depv[i]),
			 i % 50 ? UINT64_MAX : i);
	return NULL_GUID;
}

/* Most satisfactions bring no block. */
TASK(satisfy)
{
	const struct args *a = PARAM(struct args);

	for (u64 i = 0; i < MANY; i++)
		CHECK_OK(ocrEventSatisfy(
			a->channel, i % 50 ? NULL_GUID : conf_number(i, i)));
	return NULL_GUID;
}

TASK(wait)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t out, t = conf_task(use, 2, NO_PARAMS, MANY, &out);

	conf_link(out, a->next, 0, DB_DEFAULT_MODE);
	for (u32 i = 0; i < MANY; i++)
		conf_link(a->channel, t, i, DB_MODE_CONST);
	return NULL_GUID;
}

static void
one_after_the_other(ocrEdt_t first, ocrEdt_t second, struct args a)
{
	ocrGuid_t out, t = conf_task(first, 1, PARAMS(a), 1, &out);

	conf_link(out, conf_task(second, 0, PARAMS(a), 1, NULL), 0,
		  DB_DEFAULT_MODE);
	conf_start(t, 0);
}

static void
shut(ocrGuid_t channel)
{
	for (u32 i = 0; i < MANY; i++)
		OK(ocrEventSatisfy(channel, NULL_GUID));
	OK(ocrEventDestroy(channel));
	ocrShutdown();
}

TASK(turn)
{
	struct args a = *PARAM(struct args);

	a.round++;
	a.next = conf_task(turn, a.round, PARAMS(a), 1, NULL);
	switch (a.round) {
	case 1:
		one_after_the_other(satisfy, wait, a);
		break;
	case 2:
		one_after_the_other(wait, satisfy, a);
		break;
	case 3:
		conf_start(conf_task(wait, 1, PARAMS(a), 1, NULL), 0);
		conf_start(conf_task(satisfy, 0, PARAMS(a), 1, NULL), 0);
		break;
	default:
		CHECK_OK(ocrEdtDestroy(a.next));
		shut(a.channel);
		break;
	}
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.channel =
				 conf_channel(EVENT_CHANNEL_UNBOUNDED, 1, 1)};

	conf_start(conf_task(turn, 0, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
