/* SPDX-License-Identifier: BSD-3-Clause */
/* task_storm.c - 20,000 tasks in one finish scope, created by tasks of all
 * nodes, half of them for other nodes: each runs once. */
#include "tests/conformance/conf.h"

#define TASKS	 20000
#define SPAWNERS 20

struct args {
	ocrGuid_t tmpl, end;
	u64 spawner;
};

TASK(leaf)
{
	CHECK_OK(ocrEventSatisfySlot(*PARAM(ocrGuid_t), NULL_GUID,
				     OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}

/* Has a latch event of its own, so that they are on all nodes too. */
TASK(spawn)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t latch = conf_event(OCR_EVENT_LATCH_T);

	conf_link(latch, a->end, (u32)a->spawner, DB_DEFAULT_MODE);
	for (u64 i = 0; i < TASKS / SPAWNERS; i++)
		CHECK_OK(ocrEventSatisfySlot(latch, NULL_GUID,
					     OCR_EVENT_LATCH_INCR_SLOT));
	for (u64 i = 0; i < TASKS / SPAWNERS; i++)
		conf_spawn(a->tmpl, i % 2 ? a->spawner + i : a->spawner,
			   PARAMS(latch), 0, EDT_PROP_NONE, NULL);
	return NULL_GUID;
}

TASK(scope)
{
	struct args a = *PARAM(struct args);

	for (a.spawner = 0; a.spawner < SPAWNERS; a.spawner++)
		conf_start(conf_task(spawn, a.spawner, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {conf_template(leaf), conf_end(SPAWNERS + 1), 0};
	ocrGuid_t out, t = conf_finish_task(scope, 1, PARAMS(a), 1, &out);

	conf_link(out, a.end, SPAWNERS, DB_DEFAULT_MODE);
	conf_start(t, 0);
	return NULL_GUID;
}
