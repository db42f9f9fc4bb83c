/* SPDX-License-Identifier: BSD-3-Clause */
/* channel_fifo.c - the n-th satisfaction of a channel event meets the n-th
 * dependence, though they come from all nodes: those of one task in the order
 * of the calls, those of two in the order in which one happens before the
 * other, through the creation of a task or through an event. */
#include "tests/conformance/conf.h"

#define STEPS 16
#define EACH  2

struct args {
	ocrGuid_t channel, end;
	u64 step;
};

TASK(use)
{
	CHECK_EQ("what comes out", conf_value(&depv[0]), paramv[0]);
	return NULL_GUID;
}

/* The next of its kind, on another node, after all of this. */
static void
go_on(ocrEdt_t body, struct args a, u64 node)
{
	ocrGuid_t t, e;

	if (++a.step == STEPS)
		return;
	t = conf_task(body, node, PARAMS(a), 1, NULL);
	if (a.step % 3) {
		conf_start(t, 0);
		return;
	}
	e = conf_event(OCR_EVENT_ONCE_T);
	conf_link(e, t, 0, DB_DEFAULT_MODE);
	OK(ocrEventSatisfy(e, NULL_GUID));
}

TASK(produce)
{
	const struct args *a = PARAM(struct args);

	for (u64 i = a->step * EACH; i < (a->step + 1) * EACH; i++)
		CHECK_OK(ocrEventSatisfy(a->channel, conf_number(i / 2, i)));
	go_on(produce, *a, a->step + 1);
	return NULL_GUID;
}

TASK(consume)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t t, out;

	for (u64 i = a->step * EACH; i < (a->step + 1) * EACH; i++) {
		t = conf_task(use, i, PARAMS(i), 1, &out);
		conf_link(out, a->end, (u32)i, DB_DEFAULT_MODE);
		conf_link(a->channel, t, 0, DB_MODE_CONST);
	}
	go_on(consume, *a, 3 * a->step + 1);
	return NULL_GUID;
}

TASK(end)
{
	CHECK_OK(ocrEventDestroy(*PARAM(ocrGuid_t)));
	ocrShutdown();
	return NULL_GUID;
}

TASK(open)
{
	struct args a = {.channel =
				 conf_channel(EVENT_CHANNEL_UNBOUNDED, 1, 1)};

	a.end = conf_task(end, 0, PARAMS(a.channel), STEPS * EACH, NULL);
	conf_start(conf_task(produce, 0, PARAMS(a), 1, NULL), 0);
	conf_start(conf_task(consume, 2, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	conf_start(conf_task(open, 1, NO_PARAMS, 1, NULL), 0);
	return NULL_GUID;
}
