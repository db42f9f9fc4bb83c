/* SPDX-License-Identifier: BSD-3-Clause */
/* moved_name.c - tasks without a hint may run on another node, or go on to a
 * third one: each finds itself by the name that its creator has for it. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-runtime-itf.h"

#define TASKS 48

TASK(work_edt)
{
	const ocrGuid_t *names = depv[0].ptr;
	ocrGuid_t self;

	CHECK_OK(ocrCurrentEdtGet(&self));
	CHECK(ocrGuidIsEq(self, names[paramv[0]]),
	      "task %u finds another name than its creator",
	      (unsigned)paramv[0]);
	return NULL_GUID;
}

TASK(end_edt)
{
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

/* All are ready at once, more than one node runs soon. */
MAIN_TASK
{
	ocrGuid_t tmpl = conf_template(work_edt), out[TASKS], db, end, *names;

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbCreate(&db, (void **)&names, TASKS * sizeof(*names),
			     DB_PROP_NONE, NULL_HINT, NO_ALLOC));
	for (u64 i = 0; i < TASKS; i++)
		CHECK_OK(ocrEdtCreate(&names[i], tmpl, 1, &i, 1, NULL,
				      EDT_PROP_NONE, NULL_HINT, &out[i]));
	end = conf_task(end_edt, 0, NO_PARAMS, 1 + TASKS, NULL);
	conf_link(db, end, 0, DB_MODE_CONST);
	for (u32 i = 0; i < TASKS; i++) {
		conf_link(out[i], end, 1 + i, DB_MODE_NULL);
		conf_link(db, names[i], 0, DB_MODE_CONST);
	}
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	CHECK_OK(ocrDbRelease(db));
	return NULL_GUID;
}
