/* SPDX-License-Identifier: BSD-3-Clause */
/* early_use.c - an object is used by a third node as soon as its GUID is
 * known, which may be before news of its creation has come to its owner:
 * tasks, output events, blocks, events and templates. */
#include "tests/conformance/conf.h"

#define ROUNDS 20
#define SLOTS  5

struct objects {
	ocrGuid_t task, out, block, event, tmpl, end;
	u64 round;
};

/* Here all comes together: on node round + 1, created from node round. */
TASK(target)
{
	CHECK_EQ("the early block", conf_value(&depv[1]), *PARAM(u64));
	CHECK_EQ("the early event", conf_value(&depv[2]), *PARAM(u64) + 1);
	CHECK(ocrGuidIsNull(depv[0].guid), "NULL_GUID became a block");
	return depv[1].guid;
}

TASK(after_target)
{
	CHECK_EQ("the early output event", conf_value(&depv[0]), *PARAM(u64));
	return NULL_GUID;
}

/* On node round + 2: all of its objects live elsewhere. */
TASK(third)
{
	const struct objects *o = PARAM(struct objects);
	ocrGuid_t t, out, slot4 = NULL_GUID;

	/* A task from the early template, on a fourth node if there is one. */
	t = conf_spawn(o->tmpl, o->round + 3, NO_PARAMS, 1, EDT_PROP_NONE,
		       &slot4);
	conf_link(slot4, o->task, 4, DB_DEFAULT_MODE);
	conf_start(t, 0);
	/* The early output event gets a waiter before the task can run. */
	t = conf_task(after_target, o->round, PARAMS(o->round), 1, &out);
	conf_link(out, o->end, (u32)o->round, DB_DEFAULT_MODE);
	conf_link(o->out, t, 0, DB_MODE_CONST);
	/* The early event is linked, then satisfied, both from here. */
	conf_link(o->event, o->task, 2, DB_MODE_RO);
	CHECK_OK(
		ocrEventSatisfy(o->event, conf_number(o->round, o->round + 1)));
	conf_link(o->block, o->task, 1, DB_MODE_RW);
	conf_start(o->task, 0);
	conf_start(o->task, 3);
	return NULL_GUID;
}

TASK(create)
{
	struct objects o = *PARAM(struct objects);

	o.tmpl = conf_template(conf_nothing);
	o.event = conf_event(OCR_EVENT_ONCE_T);
	o.block = conf_number(o.round + 1, o.round);
	o.task = conf_task(target, o.round + 1, PARAMS(o.round), SLOTS, &o.out);
	conf_spawn(conf_template(third), o.round + 2, PARAMS(o), 0,
		   EDT_PROP_NONE, NULL);
	return NULL_GUID;
}

MAIN_TASK
{
	struct objects o = {.end = conf_end(ROUNDS)};

	for (o.round = 0; o.round < ROUNDS; o.round++)
		conf_start(conf_task(create, o.round, PARAMS(o), 1, NULL), 0);
	return NULL_GUID;
}
