/* SPDX-License-Identifier: BSD-3-Clause */
/* label_scope.c - a finish task does not wait for a task that could not be
 * created, because there is one of that label. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

struct args {
	ocrGuid_t task, out;
};

TASK(try)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t task = a->task, tmpl = conf_template(conf_nothing);
	u8 code = ocrEdtCreate(&task, tmpl, 0, NULL, 1, NULL,
			       GUID_PROP_IS_LABELED, NULL_HINT, NULL);

	CHECK(!code || code == OCR_EGUIDEXISTS, "code %u", (unsigned)code);
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	/* The one that exists ends before the scope does. */
	conf_link(a->out, conf_task(conf_nothing, 0, NO_PARAMS, 1, NULL), 0,
		  DB_MODE_CONST);
	conf_start(task, 0);
	return NULL_GUID;
}

/* The tasks with labels are on the first and the last node. */
MAIN_TASK
{
	ocrGuid_t range, out, root, end = conf_end(2), tmpl;
	struct args a;

	tmpl = conf_template(conf_nothing);
	CHECK_OK(ocrGuidRangeCreate(&range, 2 * conf_nodes(), GUID_USER_EDT));
	for (u32 i = 0; i < 2; i++) {
		u64 at = i * (2 * conf_nodes() - 1);

		CHECK_OK(ocrGuidFromIndex(&a.task, range, at));
		CHECK_OK(ocrEdtCreate(&a.task, tmpl, 0, NULL, 1, NULL,
				      GUID_PROP_IS_LABELED, NULL_HINT, &a.out));
		root = conf_finish_task(try, 0, PARAMS(a), 1, &out);
		conf_link(out, end, i, DB_MODE_CONST);
		conf_start(root, 0);
	}
	return NULL_GUID;
}
