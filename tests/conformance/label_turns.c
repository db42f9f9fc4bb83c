/* SPDX-License-Identifier: BSD-3-Clause */
/* label_turns.c - tasks on all nodes take turns with the label of a task: each
 * creation waits until the task before has ended, and its output event with
 * it.  Half of them are finish tasks. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

enum { K = 6 };

struct args {
	ocrGuid_t task, end;
	u64 i;
};

TASK(work)
{
	return NULL_GUID;
}

TASK(after)
{
	const struct args *a = PARAM(struct args);

	conf_start(a->end, (u32)a->i);
	return NULL_GUID;
}

TASK(take_turn)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t task = a->task, out, tmpl = conf_template(work),
		  last = conf_task(after, a->i + 1, PARAMS(*a), 1, NULL);
	u16 finish = a->i % 2 ? EDT_PROP_FINISH : EDT_PROP_NONE;

	CHECK_OK(ocrEdtCreate(&task, tmpl, 0, NULL, 1, NULL,
			      GUID_PROP_BLOCK | finish, NULL_HINT, &out));
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	conf_link(out, last, 0, DB_MODE_CONST);
	conf_start(task, 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end(K)};
	ocrGuid_t range;

	CHECK_OK(ocrGuidRangeCreate(&range, 2, GUID_USER_EDT));
	CHECK_OK(ocrGuidFromIndex(&a.task, range, 1));
	for (a.i = 0; a.i < K; a.i++)
		conf_start(conf_task(take_turn, a.i, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
