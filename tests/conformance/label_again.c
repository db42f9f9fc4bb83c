/* SPDX-License-Identifier: BSD-3-Clause */
/* label_again.c - a label names one task after the other: whoever hears of the
 * end of one may create the next.  Dependences may come before the task. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

enum { ROUNDS = 12 };

struct args {
	ocrGuid_t range;
	u64 round;
};

TASK(work)
{
	return conf_number(conf_here(), 1 + conf_value(&depv[0]));
}

TASK(early)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t task;

	CHECK_OK(ocrGuidFromIndex(&task, a->range, a->round % 2));
	conf_start(task, 1);
	return NULL_GUID;
}

TASK(next)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t tmpl, task, out, after;

	CHECK_EQ("number", conf_value(&depv[0]), a.round);
	if (a.round == ROUNDS) {
		ocrShutdown();
		return NULL_GUID;
	}
	CHECK_OK(ocrGuidFromIndex(&task, a.range, a.round % 2));
	conf_start(conf_task(early, a.round + 1, PARAMS(a), 1, NULL), 0);
	a.round++;
	after = conf_task(next, a.round / 2, PARAMS(a), 1, NULL);
	tmpl = conf_template(work);
	CHECK_OK(ocrEdtCreate(&task, tmpl, 0, NULL, 2, NULL,
			      GUID_PROP_IS_LABELED, NULL_HINT, &out));
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	conf_link(out, after, 0, DB_MODE_CONST);
	conf_link(depv[0].guid, task, 0, DB_MODE_CONST);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.round = 0};
	ocrGuid_t t;

	CHECK_OK(ocrGuidRangeCreate(&a.range, 2, GUID_USER_EDT));
	t = conf_task(next, 1, PARAMS(a), 1, NULL);
	conf_link(conf_number(0, 0), t, 0, DB_MODE_CONST);
	return NULL_GUID;
}
