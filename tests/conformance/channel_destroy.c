/* SPDX-License-Identifier: BSD-3-Clause */
/* channel_destroy.c - with a channel event goes what it holds back: tasks that
 * wait for it do not start, and blocks that were on their way stay. */
#include "tests/conformance/conf.h"

struct args {
	ocrGuid_t waits_for, holds, task, db, end;
};

TASK(wait)
{
	CHECK_EQ("the slot that was linked again", conf_value(&depv[0]), 2);
	return NULL_GUID;
}

TASK(destroy)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrEventDestroy(a->waits_for));
	CHECK_OK(ocrEventDestroy(a->holds));
	conf_link(a->db, a->task, 0, DB_MODE_EW);
	return NULL_GUID;
}

TASK(open)
{
	struct args a = {.end = *PARAM(ocrGuid_t)};
	ocrGuid_t out;

	a.waits_for = conf_channel(1, 1, 1);
	a.holds = conf_channel(3, 2, 1);
	a.db = conf_number(conf_here() + 1, 2);
	CHECK_OK(ocrEventSatisfy(a.holds, a.db));
	a.task = conf_task(wait, conf_here() + 2, NO_PARAMS, 1, &out);
	conf_link(out, a.end, (u32)paramv[2], DB_DEFAULT_MODE);
	conf_link(a.waits_for, a.task, 0, DB_MODE_CONST);
	conf_start(conf_task(destroy, conf_here() + 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct {
		ocrGuid_t end;
		u64 slot;
	} a = {.end = conf_end(3)};

	for (a.slot = 0; a.slot < 3; a.slot++)
		conf_start(conf_task(open, a.slot, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
