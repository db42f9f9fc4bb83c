/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_codes.c - what the calls for tasks and templates refuse at once. */
#include "tests/conformance/conf.h"

static const ocrGuid_t not_made = UNINITIALIZED_GUID_INITIALIZER;

TASK(refuse)
{
	ocrGuid_t event = conf_event(OCR_EVENT_STICKY_T);
	ocrGuid_t tmpl = conf_template(conf_nothing), g = not_made, out = g;
	ocrGuid_t task =
		conf_task(conf_nothing, conf_here() + 1, NO_PARAMS, 1, NULL);
	ocrGuid_t db = conf_number(conf_here() + 1, 1);
	ocrGuid_t others[] = {
		NULL_GUID, UNINITIALIZED_GUID, ERROR_GUID, event, task, db};
	ocrGuid_t bad_dep[2] = {NULL_GUID, tmpl};

	for (u32 i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		CHECK_CODE(ocrEdtCreate(&g, others[i], 0, NULL, 0, NULL,
					EDT_PROP_NONE, NULL_HINT, &out),
			   OCR_EINVAL);
		CHECK_CODE(ocrEdtTemplateDestroy(others[i]), OCR_EINVAL);
	}
	for (u32 i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (!ocrGuidIsEq(others[i], task))
			CHECK_CODE(ocrEdtDestroy(others[i]), OCR_EINVAL);
	CHECK_CODE(ocrEdtDestroy(tmpl), OCR_EINVAL);
	CHECK_CODE(ocrEdtTemplateCreate(NULL, conf_nothing, 0, 0), OCR_EINVAL);
	CHECK_CODE(ocrEdtTemplateCreate(&g, NULL, 0, 0), OCR_EINVAL);
	CHECK_CODE(ocrEdtCreate(&g, tmpl, 0, NULL, 1, NULL, 0x4000, NULL_HINT,
				&out),
		   OCR_EINVAL);
	CHECK_CODE(ocrEdtCreate(&g, tmpl, 1, NULL, 1, NULL, EDT_PROP_NONE,
				NULL_HINT, &out),
		   OCR_EINVAL);
	CHECK_CODE(ocrEdtCreate(&g, tmpl, 0, NULL, 2, bad_dep, EDT_PROP_NONE,
				NULL_HINT, &out),
		   OCR_EINVAL);
	CHECK(ocrGuidIsEq(g, not_made) && ocrGuidIsEq(out, not_made),
	      "a call that failed made a GUID");
	CHECK_OK(ocrEdtDestroy(task));
	return NULL_GUID;
}

/* The only source of a placed task is an event of a node that there is not;
 * its template has just been used. */
TASK(refuse_far)
{
	ocrGuid_t tmpl = conf_template(conf_nothing), g, out = not_made;
	ocrGuid_t nowhere = conf_event(OCR_EVENT_ONCE_T), task;
	ocrHint_t hint = conf_edt_hint(conf_here() + 1);

	CHECK_OK(ocrEventDestroy(nowhere));
	/* Its node is in the middle. */
	nowhere.upper |= UINT64_C(0xffffff) << 24;
	CHECK_OK(ocrEdtCreate(&task, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE,
			      &hint, NULL));
	g = not_made;
	CHECK_CODE(ocrEdtCreate(&g, tmpl, 0, NULL, 1, &nowhere, EDT_PROP_NONE,
				&hint, &out),
		   OCR_EINVAL);
	CHECK(ocrGuidIsEq(g, not_made) && ocrGuidIsEq(out, not_made),
	      "a call that failed made a GUID");
	CHECK_OK(ocrEdtDestroy(task));
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

/* More slots than a node makes room for, of a task that has asked for nothing
 * on other nodes: it is told at once. */
TASK(ask_for_too_many)
{
	ocrGuid_t tmpl, g = not_made;

	CHECK_OK(ocrEdtTemplateCreate(&tmpl, conf_nothing, 0, EDT_PARAM_UNK));
	CHECK_CODE(ocrEdtCreate(&g, tmpl, 0, NULL, (1u << 26) + 1, NULL,
				EDT_PROP_NONE, NULL_HINT, NULL),
		   OCR_EINVAL);
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t event = conf_event(OCR_EVENT_STICKY_T), end, t, out;

	/* Before this worker has met any template. */
	CHECK_CODE(ocrEdtCreate(&t, NULL_GUID, 0, NULL, 0, NULL, EDT_PROP_NONE,
				NULL_HINT, NULL),
		   OCR_EINVAL);
	CHECK_OK(ocrEventDestroy(event));
	end = conf_end(9);
	for (u32 i = 0; i < 9; i++) {
		t = conf_task(i < 3   ? refuse
			      : i < 6 ? refuse_far
				      : ask_for_too_many,
			      i % 3, NO_PARAMS, 1, &out);
		conf_link(out, end, i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
