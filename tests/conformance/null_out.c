/* SPDX-License-Identifier: BSD-3-Clause */
/* null_out.c - who does not need a task's GUID need not take it. */
#include "tests/conformance/conf.h"

#define TASKS 8

TASK(pass)
{
	return depc ? depv[0].guid : NULL_GUID;
}

TASK(end)
{
	for (u32 i = 0; i < TASKS; i++)
		if (i % 2)
			CHECK_EQ("a block", conf_value(&depv[i]), i);
		else
			CHECK(ocrGuidIsNull(depv[i].guid), "there is a block");
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t tmpl = conf_template(pass), go[TASKS], out, last;

	last = conf_task(end, 1, NO_PARAMS, TASKS, NULL);
	for (u32 i = 0; i < TASKS; i++) {
		ocrHint_t h = conf_edt_hint(i);

		go[i] = conf_event(OCR_EVENT_ONCE_T);
		CHECK_OK(ocrEdtCreate(NULL, tmpl, 0, NULL, 1, &go[i],
				      EDT_PROP_NONE, &h, &out));
		conf_link(out, last, i, DB_MODE_CONST);
	}
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	for (u32 i = 0; i < TASKS; i++)
		CHECK_OK(ocrEventSatisfy(go[i], i % 2 ? conf_number(i, i)
						      : NULL_GUID));
	return NULL_GUID;
}
