/* SPDX-License-Identifier: BSD-3-Clause */
/* label_codes.c - what calls on ranges and labels refuse, and the kinds of
 * their elements. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

static const ocrGuidUserKind kinds[] = {
	GUID_USER_DB,
	GUID_USER_EDT,
	GUID_USER_EDT_TEMPLATE,
	GUID_USER_EVENT_ONCE,
	GUID_USER_EVENT_IDEM,
	GUID_USER_EVENT_STICKY,
	GUID_USER_EVENT_LATCH,
	GUID_USER_EVENT_COUNTED,
	GUID_USER_EVENT_CHANNEL,
	GUID_USER_EVENT_COLLECTIVE,
};

MAIN_TASK
{
	ocrGuidUserKind kind;
	ocrGuid_t range, g, e;
	ocrHint_t h;

	CHECK_CODE(ocrGuidRangeCreate(NULL, 1, GUID_USER_EDT), OCR_EINVAL);
	CHECK_CODE(ocrGuidRangeCreate(&g, 0, GUID_USER_EDT), OCR_EINVAL);
	CHECK_CODE(
		ocrGuidRangeCreate(&g, (UINT64_C(1) << 40) + 1, GUID_USER_EDT),
		OCR_EINVAL);
	CHECK_CODE(ocrGuidRangeCreate(&g, 1, GUID_USER_NONE), OCR_EINVAL);
	CHECK_CODE(ocrGuidRangeCreate(&g, 1, (ocrGuidUserKind)99), OCR_EINVAL);
	for (u64 i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		CHECK_OK(ocrGuidRangeCreate(&range, 5, kinds[i]));
		CHECK_OK(ocrGuidFromIndex(&g, range, 0));
		CHECK_OK(ocrGetGuidKind(&kind, g));
		CHECK_EQ("kind of what does not exist", kind, GUID_USER_NONE);
		CHECK_OK(ocrGetGuidKind(&kind, range));
		CHECK_EQ("kind of a range", kind, GUID_USER_NONE);
		CHECK_OK(ocrGuidMapDestroy(range));
	}
	CHECK_OK(ocrGuidRangeCreate(&range, 5, GUID_USER_EVENT_STICKY));
	CHECK_CODE(ocrGuidFromIndex(&g, range, 5), OCR_EINVAL);
	CHECK_CODE(ocrGuidFromIndex(NULL, range, 0), OCR_EINVAL);
	CHECK_CODE(ocrGuidFromIndex(&e, NULL_GUID, 0), OCR_EINVAL);
	CHECK_CODE(ocrGetGuidKind(NULL, range), OCR_EINVAL);
	CHECK_CODE(ocrGuidMapDestroy(NULL_GUID), OCR_EINVAL);
	CHECK_OK(ocrHintInit(&h, OCR_HINT_GROUP_T));
	CHECK_OK(ocrGuidMapSpread(&range, &h));
	CHECK_OK(ocrSetHintValue(&h, OCR_HINT_GROUP_BLOCK, 0));
	CHECK_CODE(ocrGuidMapSpread(&range, &h), OCR_EINVAL);
	CHECK_CODE(ocrGuidMapSpread(NULL, &h), OCR_EINVAL);

	CHECK_OK(ocrGuidFromIndex(&g, range, 0));
	e = g;
	CHECK_CODE(ocrEventCreate(&e, OCR_EVENT_ONCE_T, GUID_PROP_IS_LABELED),
		   OCR_EINVAL);
	CHECK_CODE(ocrEventCreate(&range, OCR_EVENT_STICKY_T, GUID_PROP_CHECK),
		   OCR_EINVAL);
	CHECK_CODE(
		ocrDbCreate(&e, NULL, 8, GUID_PROP_BLOCK, NULL_HINT, NO_ALLOC),
		OCR_EINVAL);
	/* Element 0 is on this node, so the outcome is known at once. */
	CHECK_OK(ocrEventCreate(&e, OCR_EVENT_STICKY_T, GUID_PROP_CHECK));
	CHECK(ocrGuidIsEq(e, g), "the event has another GUID");
	CHECK_OK(ocrGetGuidKind(&kind, g));
	CHECK_EQ("kind of a sticky event", kind, GUID_USER_EVENT_STICKY);
	CHECK_CODE(ocrEventCreate(&e, OCR_EVENT_STICKY_T, GUID_PROP_CHECK),
		   OCR_EGUIDEXISTS);
	CHECK(ocrGuidIsEq(e, g), "the loser has another GUID");
	CHECK_OK(ocrEventDestroy(e));
	CHECK_OK(ocrGetGuidKind(&kind, g));
	CHECK_EQ("kind of what is gone", kind, GUID_USER_NONE);
	CHECK_OK(ocrEventCreate(&e, OCR_EVENT_STICKY_T, GUID_PROP_CHECK));
	CHECK_OK(ocrEventDestroy(e));
	ocrShutdown();
	return NULL_GUID;
}
