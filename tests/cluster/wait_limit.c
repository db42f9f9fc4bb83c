/* SPDX-License-Identifier: BSD-3-Clause */
/* wait_limit.c - more bodies wait than there is memory for their stacks: the
 * call says so, and those that wait go on. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-legacy.h"

enum { TASKS = 400 };

/* Whoever cannot wait lets all others go on. */
TASK(waiter)
{
	ocrGuid_t event;
	u8 code;

	memcpy(&event, paramv, sizeof(event));
	code = ocrLegacyBlockProgress(event, NULL, NULL, NULL,
				      LEGACY_PROP_NONE);
	CHECK(!code || code == OCR_ENOMEM, "waiting returned %u",
	      (unsigned)code);
	if (code)
		CHECK_OK(ocrEventSatisfy(event, NULL_GUID));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t event = conf_event(OCR_EVENT_IDEM_T), end = conf_end(TASKS);
	ocrGuid_t t, out;

	for (u32 i = 0; i < TASKS; i++) {
		t = conf_task(waiter, conf_nodes() - 1, PARAMS(event), 1, &out);
		conf_link(out, end, i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
