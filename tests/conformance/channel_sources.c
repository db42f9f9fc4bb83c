/* SPDX-License-Identifier: BSD-3-Clause */
/* channel_sources.c - a channel event is satisfied by calls, blocks, events and
 * the ends of tasks, from all nodes, and satisfies tasks and events: each block
 * comes out once. */
#include "tests/conformance/conf.h"

#define WAYS  5
#define EACH  4
#define TOTAL (WAYS * EACH)

struct args {
	ocrGuid_t channel, end;
	u64 i;
};

TASK(answer)
{
	return conf_number(paramv[0], paramv[0]);
}

/* The channel is its output event. */
static void
end_of_task(ocrGuid_t channel, u64 i)
{
	ocrGuid_t tmpl = conf_template(answer), out = channel, t = NULL_GUID;
	ocrHint_t h = conf_edt_hint(i);

	OK(ocrEdtCreate(&t, tmpl, PARAMS(i), 1, NULL, EDT_PROP_OEVT_VALID, &h,
			&out));
	OK(ocrEdtTemplateDestroy(tmpl));
	conf_start(t, 0);
}

/* Another event in between, or the output event of a task. */
static void
by_event(ocrGuid_t channel, u64 i, bool output)
{
	ocrGuid_t e, t = NULL_GUID;

	if (output)
		t = conf_task(answer, i, PARAMS(i), 1, &e);
	else
		e = conf_event(OCR_EVENT_ONCE_T);
	conf_link(e, channel, 0, DB_DEFAULT_MODE);
	if (output)
		conf_start(t, 0);
	else
		OK(ocrEventSatisfy(e, conf_number(i, i)));
}

TASK(satisfy)
{
	const struct args *a = PARAM(struct args);

	switch (a->i % WAYS) {
	case 0:
		CHECK_OK(ocrEventSatisfy(a->channel, conf_number(a->i, a->i)));
		break;
	case 1:
		conf_link(conf_number(a->i, a->i), a->channel, 0,
			  DB_DEFAULT_MODE);
		break;
	case 2:
		by_event(a->channel, a->i, false);
		break;
	case 3:
		by_event(a->channel, a->i, true);
		break;
	default:
		end_of_task(a->channel, a->i);
		break;
	}
	return NULL_GUID;
}

TASK(use)
{
	u64 seen = 0;

	for (u32 i = 0; i < TOTAL; i++) {
		CHECK(conf_value(&depv[i]) < TOTAL,
		      "slot %" PRIu32 " has brought %" PRIu64, i,
		      conf_value(&depv[i]));
		CHECK(!(seen >> conf_value(&depv[i]) & 1),
		      "%" PRIu64 " came twice", conf_value(&depv[i]));
		seen |= (u64)1 << conf_value(&depv[i]);
	}
	CHECK_OK(ocrEventDestroy(PARAM(struct args)->channel));
	ocrShutdown();
	return NULL_GUID;
}

TASK(open)
{
	struct args a = {.channel =
				 conf_channel(EVENT_CHANNEL_UNBOUNDED, 1, 1)};
	ocrGuid_t e;

	a.end = conf_task(use, 2, PARAMS(a), TOTAL, NULL);
	for (a.i = 0; a.i < TOTAL; a.i++) {
		conf_start(conf_task(satisfy, a.i / 2, PARAMS(a), 1, NULL), 0);
		e = a.channel;
		if (a.i % 3 == 0) {
			e = conf_event(OCR_EVENT_ONCE_T);
			conf_link(e, a.end, (u32)a.i, DB_MODE_CONST);
			conf_link(a.channel, e, 0, DB_MODE_CONST);
		} else {
			conf_link(e, a.end, (u32)a.i, DB_MODE_CONST);
		}
	}
	return NULL_GUID;
}

MAIN_TASK
{
	conf_start(conf_task(open, 1, NO_PARAMS, 1, NULL), 0);
	return NULL_GUID;
}
