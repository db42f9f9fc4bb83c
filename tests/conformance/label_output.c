/* SPDX-License-Identifier: BSD-3-Clause */
/* label_output.c - of two who create a task with a label only the one that
 * loses asks for the output event, and it is that of the task. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

struct args {
	ocrGuid_t task, end;
};

TASK(work)
{
	return conf_number(0, 17);
}

TASK(end)
{
	CHECK_EQ("what the task returned", conf_value(&depv[0]), 17);
	ocrShutdown();
	return NULL_GUID;
}

TASK(second)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t task = a->task, out, tmpl = conf_template(work);
	u8 code = ocrEdtCreate(&task, tmpl, 0, NULL, 1, NULL, GUID_PROP_CHECK,
			       NULL_HINT, &out);

	CHECK(!code || code == OCR_EGUIDEXISTS, "code %u", (unsigned)code);
	conf_link(out, a->end, 0, DB_MODE_CONST);
	conf_start(task, 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a;
	ocrGuid_t range, tmpl = conf_template(work);

	a.end = conf_task(end, 1, NO_PARAMS, 1, NULL);
	CHECK_OK(ocrGuidRangeCreate(&range, 2, GUID_USER_EDT));
	CHECK_OK(ocrGuidFromIndex(&a.task, range, 1));
	CHECK_OK(ocrEdtCreate(&a.task, tmpl, 0, NULL, 1, NULL, GUID_PROP_CHECK,
			      NULL_HINT, NULL));
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	conf_start(conf_task(second, conf_nodes() - 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
