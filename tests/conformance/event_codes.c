/* SPDX-License-Identifier: BSD-3-Clause */
/* event_codes.c - what the calls for events refuse at once. */
#include "tests/conformance/conf.h"

TASK(refuse)
{
	ocrGuid_t event = conf_event(OCR_EVENT_STICKY_T), plain, g;
	ocrGuid_t latch = conf_event(OCR_EVENT_LATCH_T);
	ocrGuid_t tmpl = conf_template(conf_nothing);
	ocrGuid_t task =
		conf_task(conf_nothing, conf_here() + 1, NO_PARAMS, 1, NULL);
	ocrGuid_t db = conf_number(conf_here() + 1, 1);
	ocrGuid_t others[] = {
		NULL_GUID, UNINITIALIZED_GUID, ERROR_GUID, tmpl, task, db};

	for (u32 i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		CHECK_CODE(ocrEventSatisfy(others[i], NULL_GUID), OCR_EINVAL);
		CHECK_CODE(ocrEventDestroy(others[i]), OCR_EINVAL);
	}
	/* What is no data block cannot be passed on. */
	for (u32 i = 1; i < 5; i++)
		CHECK_CODE(ocrEventSatisfy(event, others[i]), OCR_EINVAL);
	CHECK_CODE(ocrEventSatisfy(event, event), OCR_EINVAL);
	/* Slots that do not exist. */
	CHECK_CODE(ocrEventSatisfySlot(event, NULL_GUID, 1), OCR_EINVAL);
	CHECK_CODE(ocrEventSatisfySlot(latch, NULL_GUID, 2), OCR_EINVAL);
	/* A block for an event that was made for none: strict mode alone. */
	CHECK_OK(ocrEventCreate(&plain, OCR_EVENT_IDEM_T, EVT_PROP_NONE));
	CHECK_CODE(ocrEventSatisfy(plain, db),
		   conf_is_strict() ? OCR_EPERM : 0);

	CHECK_CODE(ocrEventCreate(NULL, OCR_EVENT_ONCE_T, EVT_PROP_NONE),
		   OCR_EINVAL);
	CHECK_CODE(ocrEventCreate(&g, (ocrEventTypes_t)77, EVT_PROP_NONE),
		   OCR_EINVAL);
	CHECK_CODE(ocrEventCreate(&g, OCR_EVENT_ONCE_T, 0x4000), OCR_EINVAL);
	/* None of this has satisfied the event. */
	CHECK_OK(ocrEventSatisfy(event, db));
	CHECK_OK(ocrEventDestroy(event));
	CHECK_OK(ocrEventDestroy(plain));
	CHECK_OK(ocrEventDestroy(latch));
	CHECK_OK(ocrEdtDestroy(task));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(3), t, out;

	for (u32 i = 0; i < 3; i++) {
		t = conf_task(refuse, i, NO_PARAMS, 1, &out);
		conf_link(out, end, i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
