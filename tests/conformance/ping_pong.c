/* SPDX-License-Identifier: BSD-3-Clause */
/* ping_pong.c - two nodes hand a block to and fro through events that the
 * other side made. */
#include "tests/conformance/conf.h"

#define ROUNDS 200

struct args {
	ocrGuid_t ping, pong; /* templates */
	ocrGuid_t back;	      /* event for the answer */
	u64 round;
};

TASK(pong)
{
	const struct args *a = PARAM(struct args);
	u64 *p = depv[0].ptr;

	CHECK(conf_is_on(1), "pong runs on node %" PRIu64, conf_here());
	CHECK_EQ("the ball", *p, 2 * a->round);
	++*p;
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrEventSatisfy(a->back, depv[0].guid));
	return NULL_GUID;
}

TASK(ping)
{
	struct args a = *PARAM(struct args);
	u64 *p = depv[0].ptr;
	ocrGuid_t t;

	CHECK(conf_is_on(0), "ping runs on node %" PRIu64, conf_here());
	if (a.round) {
		CHECK_EQ("the ball", *p, 2 * a.round - 1);
		++*p;
	}
	if (a.round == ROUNDS) {
		ocrShutdown();
		return NULL_GUID;
	}
	CHECK_OK(ocrDbRelease(depv[0].guid));
	a.back = conf_event(OCR_EVENT_ONCE_T);
	t = conf_spawn(a.pong, 1, PARAMS(a), 1, EDT_PROP_NONE, NULL);
	a.round++;
	conf_link(a.back,
		  conf_spawn(a.ping, 0, PARAMS(a), 1, EDT_PROP_NONE, NULL), 0,
		  DB_MODE_RW);
	conf_link(depv[0].guid, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {conf_template(ping), conf_template(pong), NULL_GUID,
			 0};

	conf_link(conf_number(2, 0),
		  conf_spawn(a.ping, 0, PARAMS(a), 1, EDT_PROP_NONE, NULL), 0,
		  DB_MODE_RW);
	return NULL_GUID;
}
