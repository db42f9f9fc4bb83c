/* SPDX-License-Identifier: BSD-3-Clause */
/* returns.c - what a body returns is what its output event passes on: a
 * block, nothing, or whatever an event carries, now or later. */
#include "tests/conformance/conf.h"

TASK(return_block)
{
	return conf_number(conf_here() + 1, 1);
}

TASK(return_slot)
{
	return depv[0].guid;
}

TASK(return_null)
{
	return NULL_GUID;
}

TASK(return_event)
{
	return *PARAM(ocrGuid_t);
}

TASK(satisfy)
{
	CHECK_OK(ocrEventSatisfy(*PARAM(ocrGuid_t), conf_number(2, 4)));
	return NULL_GUID;
}

TASK(end)
{
	CHECK_EQ("a new block", conf_value(&depv[0]), 1);
	CHECK_EQ("a block of a slot", conf_value(&depv[1]), 2);
	CHECK(ocrGuidIsNull(depv[2].guid), "NULL_GUID became a block");
	CHECK_EQ("an event satisfied before", conf_value(&depv[3]), 3);
	CHECK_EQ("an event satisfied at any time", conf_value(&depv[4]), 4);
	ocrShutdown();
	return NULL_GUID;
}

/* A task whose output goes to a slot of `last`. */
static ocrGuid_t
put(ocrEdt_t body, u64 node, ocrGuid_t param, ocrGuid_t last, u32 slot)
{
	ocrGuid_t out = NULL_GUID;
	ocrGuid_t t = conf_task(body, node, PARAMS(param), 1, &out);

	conf_link(out, last, slot, DB_MODE_CONST);
	return t;
}

MAIN_TASK
{
	ocrGuid_t last = conf_task(end, 2, NO_PARAMS, 5, NULL), t;
	ocrGuid_t before = conf_event(OCR_EVENT_STICKY_T);
	ocrGuid_t later = conf_event(OCR_EVENT_IDEM_T);

	conf_start(put(return_block, 1, NULL_GUID, last, 0), 0);
	t = put(return_slot, 2, NULL_GUID, last, 1);
	conf_link(conf_number(0, 2), t, 0, DB_MODE_CONST);
	conf_start(put(return_null, 1, NULL_GUID, last, 2), 0);
	CHECK_OK(ocrEventSatisfy(before, conf_number(1, 3)));
	conf_start(put(return_event, 1, before, last, 3), 0);
	t = put(return_event, 2, later, last, 4);
	conf_start(t, 0);
	conf_start(conf_task(satisfy, 1, PARAMS(later), 1, NULL), 0);
	return NULL_GUID;
}
