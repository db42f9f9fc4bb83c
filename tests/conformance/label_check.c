/* SPDX-License-Identifier: BSD-3-Clause */
/* label_check.c - many tasks on all nodes create one task, with a block of
 * their own on its slot: one wins, it runs once, and all know its output
 * event.  What the losers wanted has no effect, and no finish scope waits for
 * it. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

enum { K = 9 };

struct args {
	ocrGuid_t task, end, release;
	u64 i;
};

/* Slot 0: a block of the winner; slot 1: all have tried. */
TASK(winner)
{
	CHECK(conf_value(&depv[0]) >= 50 && conf_value(&depv[0]) < 50 + K,
	      "the winner's block holds %" PRIu64, conf_value(&depv[0]));
	return depv[0].guid;
}

TASK(try)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t tmpl = conf_template(winner), task = a->task, out, depv_[2];
	u8 err;

	depv_[0] = conf_number(a->i, 50 + a->i);
	depv_[1] = UNINITIALIZED_GUID;
	err = ocrEdtCreate(&task, tmpl, 0, NULL, 2, depv_, GUID_PROP_CHECK,
			   NULL_HINT, &out);
	CHECK(!err || err == OCR_EGUIDEXISTS, "CHECK returned %u",
	      (unsigned)err);
	CHECK(ocrGuidIsEq(task, a->task), "the task has another GUID");
	conf_link(out, a->end, (u32)a->i, DB_MODE_CONST);
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

TASK(release)
{
	conf_start(PARAM(struct args)->task, 1);
	return NULL_GUID;
}

TASK(end)
{
	for (u32 i = 1; i < K; i++)
		CHECK(ocrGuidIsEq(depv[0].guid, depv[i].guid),
		      "two output events");
	return NULL_GUID;
}

/* In a scope: it ends when the one task has run. */
TASK(scope)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t, out;

	a.end = conf_task(end, 2, NO_PARAMS, K, NULL);
	a.release = conf_task(release, 1, PARAMS(a), K, NULL);
	for (a.i = 0; a.i < K; a.i++) {
		t = conf_task(try, a.i, PARAMS(a), 1, &out);
		conf_link(out, a.release, (u32)a.i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {0};
	ocrGuid_t range, t, out;

	CHECK_OK(ocrGuidRangeCreate(&range, 7, GUID_USER_EDT));
	CHECK_OK(ocrGuidFromIndex(&a.task, range, 4));
	t = conf_finish_task(scope, 1, PARAMS(a), 1, &out);
	conf_link(out, conf_end(1), 0, DB_MODE_NULL);
	conf_start(t, 0);
	return NULL_GUID;
}
