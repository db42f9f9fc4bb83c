/* SPDX-License-Identifier: BSD-3-Clause */
/* depv_array.c - pre-slots given with the creation of a task: a block, an
 * event, NULL_GUID, and one that is left open; all in the default mode. */
#include "tests/conformance/conf.h"

#define ROUNDS 6

struct args {
	ocrGuid_t tmpl, end;
	u64 round;
};

TASK(use)
{
	CHECK_EQ("depc", depc, 4);
	CHECK_EQ("the block", conf_value(&depv[0]), 10);
	CHECK_EQ("the event's block", conf_value(&depv[1]), 11);
	CHECK(ocrGuidIsNull(depv[2].guid) && !depv[2].ptr,
	      "NULL_GUID brought a block");
	CHECK_EQ("the block that came later", conf_value(&depv[3]), 13);
	CHECK_EQ("the mode", depv[0].mode, DB_DEFAULT_MODE);
	CHECK_EQ("the event's mode", depv[1].mode, DB_DEFAULT_MODE);
	/* The default mode allows to write. */
	*(u64 *)depv[0].ptr = 0;
	*(u64 *)depv[1].ptr = 0;
	return NULL_GUID;
}

TASK(create)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t event = conf_event(OCR_EVENT_ONCE_T), t, out;
	ocrGuid_t deps[4] = {conf_number(a->round, 10), event, NULL_GUID,
			     UNINITIALIZED_GUID};
	ocrHint_t h = conf_edt_hint(a->round + 1);

	CHECK_OK(ocrEdtCreate(&t, a->tmpl, 0, NULL, 4, deps, EDT_PROP_NONE, &h,
			      &out));
	/* The array is the caller's again. */
	for (u32 i = 0; i < 4; i++)
		deps[i] = ERROR_GUID;
	conf_link(out, a->end, (u32)a->round, DB_MODE_CONST);
	CHECK_OK(ocrEventSatisfy(event, conf_number(a->round + 2, 11)));
	conf_link(conf_number(a->round + 1, 13), t, 3, DB_MODE_CONST);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.tmpl = conf_template(use), .end = conf_end(ROUNDS)};

	for (a.round = 0; a.round < ROUNDS; a.round++)
		conf_start(conf_task(create, a.round, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
