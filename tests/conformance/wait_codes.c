/* SPDX-License-Identifier: BSD-3-Clause */
/* wait_codes.c - what waiting in a task returns when there is nothing to wait
 * for, or nothing came: an error, NULL_GUID and NULL. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-legacy.h"

static u8
ask(ocrGuid_t event, u16 properties)
{
	ocrGuid_t g = event;
	void *p = &g;
	u64 n = 5;
	u8 code = ocrLegacyBlockProgress(event, &g, &p, &n, properties);

	if (!ocrGuidIsNull(g) || p || n)
		FAIL("something came with code %u", (unsigned)code);
	return code;
}

struct args {
	ocrGuid_t event, once;
};

/* Of events of another node. */
TASK(other)
{
	const struct args *a = PARAM(struct args);

	CHECK_CODE(ask(a->event, LEGACY_PROP_CHECK), OCR_EAGAIN);
	CHECK_OK(ocrEventSatisfy(a->event, NULL_GUID));
	CHECK_CODE(ask(a->event, LEGACY_PROP_CHECK), 0);
	CHECK_CODE(ask(a->event, LEGACY_PROP_WAIT_IF_CREATED), 0);
	CHECK_CODE(ask(a->event, LEGACY_PROP_NONE), 0);
	CHECK(ocrGuidIsNull(ocrWait(a->event)), "a block came");
	CHECK_OK(ocrEventDestroy(a->event));
	CHECK_CODE(ask(a->event, LEGACY_PROP_WAIT_IF_CREATED), OCR_EINVAL);
	CHECK_CODE(ask(a->event, LEGACY_PROP_WAIT_FOR_CREATE), OCR_EINVAL);
	/* Gone when it was satisfied, or told in time: no wait lasts. */
	CHECK_OK(ocrEventSatisfy(a->once, NULL_GUID));
	CHECK(ocrGuidIsNull(ocrWait(a->once)), "a block came");
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a;
	ocrGuid_t db;

	CHECK_CODE(ask(NULL_GUID, LEGACY_PROP_NONE), OCR_EINVAL);
	CHECK_CODE(ask(UNINITIALIZED_GUID, LEGACY_PROP_NONE), OCR_EINVAL);
	conf_block(&db, 0, 8);
	CHECK_CODE(ask(db, LEGACY_PROP_NONE), OCR_EINVAL);
	CHECK(ocrGuidIsNull(ocrWait(db)), "a block is no event");
	CHECK_OK(ocrDbDestroy(db));
	a.event = conf_event(OCR_EVENT_IDEM_T);
	CHECK_CODE(ask(a.event, 77), OCR_EINVAL);
	CHECK_CODE(ask(a.event, LEGACY_PROP_CHECK), OCR_EAGAIN);
	a.once = conf_event(OCR_EVENT_ONCE_T);
	conf_start(conf_task(other, 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
