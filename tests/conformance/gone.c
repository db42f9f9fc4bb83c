/* SPDX-License-Identifier: BSD-3-Clause */
/* gone.c - what has been destroyed, by a call or by itself, is refused with
 * the right code by the node that has owned it: the calls that can tell it at
 * once are made on that node, with nothing else under way. */
#include "tests/conformance/conf.h"

TASK(events)
{
	ocrGuid_t g = conf_event(OCR_EVENT_STICKY_T), t, out;

	/* By a call, fired or not. */
	CHECK_OK(ocrEventDestroy(g));
	CHECK_CODE(ocrEventDestroy(g), OCR_EINVAL);
	CHECK_CODE(ocrEventSatisfy(g, NULL_GUID), OCR_EINVAL);
	g = conf_event(OCR_EVENT_IDEM_T);
	CHECK_OK(ocrEventSatisfy(g, NULL_GUID));
	CHECK_OK(ocrEventSatisfy(g, NULL_GUID));
	CHECK_OK(ocrEventDestroy(g));
	CHECK_CODE(ocrEventDestroy(g), OCR_EINVAL);
	/* Once and latch events, by firing. */
	g = conf_event(OCR_EVENT_ONCE_T);
	CHECK_OK(ocrEventSatisfy(g, NULL_GUID));
	CHECK_CODE(ocrEventSatisfy(g, NULL_GUID), OCR_EINVAL);
	CHECK_CODE(ocrEventDestroy(g), OCR_EINVAL);
	g = conf_event(OCR_EVENT_LATCH_T);
	CHECK_OK(ocrEventSatisfySlot(g, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
	CHECK_OK(ocrEventSatisfySlot(g, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
	CHECK_OK(ocrEventSatisfySlot(g, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
	CHECK_OK(ocrEventSatisfySlot(g, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
	CHECK_CODE(ocrEventSatisfySlot(g, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT),
		   OCR_EINVAL);
	/* A counted event, when it has fired and met whom it expects. */
	g = conf_counted(2);
	CHECK_OK(ocrEventSatisfy(g, NULL_GUID));
	CHECK_CODE(ocrEventSatisfy(g, NULL_GUID), OCR_EPERM);
	t = conf_task(conf_nothing, conf_here(), NO_PARAMS, 2, NULL);
	CHECK_OK(ocrAddDependence(g, t, 0, DB_MODE_RW));
	CHECK_CODE(ocrEventSatisfy(g, NULL_GUID), OCR_EPERM);
	CHECK_OK(ocrAddDependence(g, t, 1, DB_MODE_RW));
	CHECK_CODE(ocrEventSatisfy(g, NULL_GUID), OCR_EINVAL);
	CHECK_CODE(ocrEventDestroy(g), OCR_EINVAL);
	/* A channel event, by a call. */
	g = conf_channel(3, 1, 1);
	CHECK_OK(ocrEventSatisfy(g, NULL_GUID));
	CHECK_OK(ocrEventSatisfy(g, NULL_GUID));
	CHECK_OK(ocrEventDestroy(g));
	CHECK_CODE(ocrEventSatisfy(g, NULL_GUID), OCR_EINVAL);
	CHECK_CODE(ocrEventDestroy(g), OCR_EINVAL);
	/* Those that were not fired, by a call, though it is not needed. */
	g = conf_event(OCR_EVENT_LATCH_T);
	CHECK_OK(ocrEventDestroy(g));
	CHECK_CODE(ocrEventDestroy(g), OCR_EINVAL);
	/* The output event with its task. */
	t = conf_task(conf_nothing, conf_here(), NO_PARAMS, 1, &out);
	CHECK_OK(ocrEdtDestroy(t));
	CHECK_CODE(ocrEventDestroy(out), OCR_EINVAL);
	CHECK_CODE(ocrEdtDestroy(t), OCR_EINVAL);
	CHECK_CODE(ocrAddDependence(NULL_GUID, t, 0, DB_MODE_RW), OCR_EINVAL);
	return NULL_GUID;
}

TASK(others)
{
	ocrGuid_t here = conf_template(conf_nothing),
		  db = conf_number(conf_here(), 1);
	ocrGuid_t t;

	CHECK_OK(ocrEdtTemplateDestroy(here));
	CHECK_CODE(ocrEdtTemplateDestroy(here), OCR_EINVAL);
	CHECK_CODE(ocrEdtCreate(&t, here, NO_PARAMS, 1, NULL, EDT_PROP_NONE,
				NULL_HINT, NULL),
		   OCR_EINVAL);
	CHECK_OK(ocrDbDestroy(db));
	CHECK_CODE(ocrDbDestroy(db), OCR_EPERM);
	CHECK_CODE(ocrDbRelease(db), OCR_EACCES);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(8), t, out;

	for (u32 i = 0; i < 8; i++) {
		t = conf_task(i % 2 ? events : others, i / 2, NO_PARAMS, 1,
			      &out);
		conf_link(out, end, i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
