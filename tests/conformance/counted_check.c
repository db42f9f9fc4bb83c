/* SPDX-License-Identifier: BSD-3-Clause */
/* counted_check.c - who asks whether a counted event has fired hears of a
 * satisfaction that came before: by a task of one node, of another node's
 * event, and a third node asks. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-legacy.h"

struct args {
	ocrGuid_t event, end;
};

TASK(look)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrLegacyBlockProgress(a->event, NULL, NULL, NULL,
					LEGACY_PROP_CHECK));
	conf_start(a->end, 0);
	return NULL_GUID;
}

TASK(satisfy)
{
	struct args a = *PARAM(struct args);

	CHECK_OK(ocrEventSatisfy(a.event, NULL_GUID));
	conf_task(look, 2, PARAMS(a), 0, NULL);
	return NULL_GUID;
}

TASK(make)
{
	ocrEventParams_t params = {.EVENT_COUNTED = {1}};
	struct args a = *PARAM(struct args);

	CHECK_OK(ocrEventCreateParams(&a.event, OCR_EVENT_COUNTED_T,
				      EVT_PROP_NONE, &params));
	conf_task(satisfy, 0, PARAMS(a), 0, NULL);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end(1)};

	conf_task(make, 1, PARAMS(a), 0, NULL);
	return NULL_GUID;
}
